// Coordination: what Interlock decides, as pure functions — from a catalog document to checked products, from those
// to the plans that the SQL function `reserve` reads, and from one read of a scope to what a device is told. No
// SQL, no HTTP, no clock of its own: every instant is an argument. It may import InterlockAPI and nothing else.
//
// Reading order: Catalog/ (read, check, compare), Plan/ (compile), State/ (evaluate).
