// AppStoreServerTests: the client against a stand-in of the store in this process, made with
// HTTPServer; limits, pauses and page runs as pure values. Time is a TestClock: nothing sleeps.
