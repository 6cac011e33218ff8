/// Names what a key may do. `viewer`, `operator` and `admin` include each other in this order; `service` stands
/// beside them: it acts for accounts and administers nothing.
public enum KeyRole: String, WireEnum, Hashable {
    /// The vendor's backend.
    case service
    /// Reads what administrators read.
    case viewer
    /// Also acts: releases, resolves, transfers.
    case `operator`
    /// Also changes the catalog.
    case admin

    /// Tells whether a key of this role may do what `role` is needed for.
    public func covers(_ role: KeyRole) -> Bool {
        switch (self, role) {
        case (.service, .service), (.viewer, .viewer): true
        case (.operator, .viewer), (.operator, .operator): true
        case (.admin, .viewer), (.admin, .operator), (.admin, .admin): true
        default: false
        }
    }
}
