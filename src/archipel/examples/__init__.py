"""Programs to begin with, run by name: `python -m archipel.examples.learn`, or `….bot`."""
