// AppStore: what the store signs, verified offline and read into types.
//
// A StoreVerifier is a value: roots, bundle ids and environments at init, the clock passed in. It
// answers with typed payloads or a VerificationError and does nothing else; who owns a transaction
// and which intent it settles is decided elsewhere. It may import Cryptography, InterlockAPI,
// Synchronization and, for UUID alone, FoundationEssentials.
//
// Reading order: TrustedRoots, UnverifiedStoreMessage, StoreVerifier, VerifiedChain, ChainCache,
// then the payloads.
//
// No bypass exists: the environments Xcode and LocalTesting, whose messages the store's own
// libraries take without a signature, have no value here. Source of the procedure: Apple's App
// Store Server Library, version 6.
