// CoordinationTests
