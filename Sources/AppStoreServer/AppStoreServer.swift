// AppStoreServer: asks the store, where AppStore only listens to it: a client of the App Store
// Server API for one app (https://developer.apple.com/documentation/appstoreserverapi, version
// 1.21).
//
// It gives back what the store signed, as text, and the plain fields around it. Nothing in an
// answer is trusted for its shape: whoever uses a signed text verifies it with
// AppStore.StoreVerifier, which also says of which app and environment it is. No SQL, no decision
// about purchases, no log: an error says what happened, its caller decides and counts.
//
// It may import AppStore (dates and codes of the store), Cryptography, EventLoop, HTTPClient,
// InterlockAPI, Synchronization and, for UUID alone, FoundationEssentials.
//
// Reading order: StoreServerConfiguration, StoreCredentials, StoreEndpoint, StoreCall, CallLimit,
// StoreServerError, StoreSite, StoreServer; then one file a call (StoreServer+…) with what it asks
// and answers, StorePages, and StoreServer+Locate.
