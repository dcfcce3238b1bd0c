"""What a server keeps: tables as their numbered entries, guests, and who is there."""

from archipel.server.store.errors import StoreError
from archipel.server.store.store import Store
from archipel.server.store.summary import Guest, Summary

__all__ = ["Guest", "Store", "StoreError", "Summary"]
