// HTTPServerTests: the server's promises, mostly by raw bytes over real sockets, and the client's beside
// them. Every wait has a deadline and none is a sleep.
