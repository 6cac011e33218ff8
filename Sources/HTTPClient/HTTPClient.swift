// HTTPClient: HTTP/1.1 requests, plain or over TLS, for the command line, tests and calls to the store.
// It imports CEvent, COpenSSL (ClientTLSContext.swift alone), EventLoop and Glibc.
//
// libevent moves the bytes; ResponseParser, a pure machine, reads them. Not evhttp, which the server
// uses: evhttp's client takes the end of the peer's side for a failure while it still writes, and so
// loses an answer that came before the body was sent.
//
// Reading order: HTTPConnection (what callers see) → ClientDriver (one request after the other) →
// ClientCall (one request) → ClientLink (one socket) → ResponseParser.
