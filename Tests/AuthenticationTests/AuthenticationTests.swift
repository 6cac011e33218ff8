// AuthenticationTests
