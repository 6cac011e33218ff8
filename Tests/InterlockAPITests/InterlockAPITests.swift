// InterlockAPITests
