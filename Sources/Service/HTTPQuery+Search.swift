import HTTPServer
import Storage

extension HTTPQuery {
    /// The value of a filter by an id, without blanks around it.
    func searched(_ name: String) -> String? { self[name].map(SearchText.trimmed) }
}
