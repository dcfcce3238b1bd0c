"""What an operator can watch, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.opened = Counter("archipel_tables_opened", "Tables opened.", ["game"], registry=r)
        self.entries = Counter("archipel_entries", "Entries appended to logs.", ["kind"], registry=r)
        self.refused = Counter("archipel_refused", "Requests that were refused.", ["code"], registry=r)
        self.lives = Gauge("archipel_tables_in_use", "Tables held in memory.", registry=r)
        self.sockets = Gauge("archipel_sockets", "Open connections to tables.", registry=r)
        self.append_seconds = Histogram(
            "archipel_append_seconds", "Time to store an entry.", buckets=BUCKETS, registry=r
        )
        self.thinking = Gauge("archipel_bots_waiting", "Bots that think or wait to.", registry=r)
        self.failed = Counter(
            "archipel_bots_failed", "Moves made at random as a bot failed.", ["game", "bot"], registry=r
        )
        self.dropped = Counter("archipel_sockets_dropped", "Connections that could not keep up.", registry=r)


METRICS = Metrics()
