"""The tests; this file lets them be found before those that other packages leave beside them."""
