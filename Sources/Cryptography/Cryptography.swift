// Cryptography: OpenSSL behind one door, and the small strict formats that signed things come in.
//
// Digests, keys, certificates, compact JWS, JWK sets, base64, random bytes. It knows nothing of
// purchases, stores or accounts. It may import COpenSSL and CShims, Glibc, Synchronization and, for
// UUID alone, FoundationEssentials; no other target but HTTPServer (TLS) imports COpenSSL.
//
// Reading order: Base64URL, SHA256, JSONValue, PublicKey, PrivateKey, CompactJWS, JSONWebKeySet,
// Certificate, CertificatePath, CertificateTemplate.
//
// Every algorithm follows from the type of the key, never from what a message says: `none`, HS256
// keyed with a public key, and a header that disagrees with its key have no code path.
