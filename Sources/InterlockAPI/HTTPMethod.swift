/// Names the HTTP methods that routes use.
public enum HTTPMethod: String, WireEnum, Hashable {
    /// Reads. A HEAD is answered like its GET, without the body.
    case get = "GET"
    /// Creates or acts.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Removes.
    case delete = "DELETE"
}
