// Authentication: who is asking. Client tokens (JWT) of an app's vendor or of our own making, and
// access keys with their roles.
//
// Values and one small shared object; no SQL, no HTTP: where an app's keys and the digests of
// access keys come from is the caller's business. It may import Cryptography, InterlockAPI and
// Synchronization.
//
// Reading order: BearerCredential, AccessKey, KeyPermission, ClientTokenKeys,
// UnverifiedClientToken, ClientTokenVerifier, ClientAuthenticator, ClientSigningKey,
// ClientTokenMinter.
//
// No error carries a token or a part of one.
