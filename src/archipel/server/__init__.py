"""Tables: matches that people meet at, hosted over HTTP and websockets."""
