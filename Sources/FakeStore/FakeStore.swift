// FakeStore: a stand-in for the App Store, for tests and the demo. What it signs leads to a root of its
// own, and counts only where an app was configured with that root.
//
// Model/ is the store as a value: no I/O, no keys, the clock passed in, everything else from a seed. It
// yields what the store would sign as StoreSigner's templates; signing is somebody else's step.
// Around it: API/ answers the paths of the App Store Server API, Delivery/ sends notifications on the
// store's schedule, Control/ lets a person or a test act, Serving/ puts them behind one port.
//
// Reading order: StoreProduct, StoreRules, StoreAct, Storefront (Model/), StoreDesk, FakeStoreServer
// (Serving/). It may import StoreSigner, InterlockAPI (catalog documents, durations), Cryptography, the
// platform targets, Synchronization and Glibc; it knows nothing of the service that is tested with it.
