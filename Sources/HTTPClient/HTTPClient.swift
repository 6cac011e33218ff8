// HTTPClient: HTTP/1.1 requests over libevent's evhttp, for the command line, tests and calls to the
// store. It imports CEvent, EventLoop and Glibc. Plain TCP for now: TLS would come in where
// ClientDriver makes its evhttp connection, as a bufferevent of its own.
