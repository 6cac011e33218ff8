import Cryptography

/// Says where an app's audit does not hold, and how.
package struct AuditFault: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// There is no record at the place.
        case missing
        /// The record is not what its hash says.
        case changed
        /// The record follows another one than that before it: one of the two was put in or moved.
        case reordered
        /// The record is filed under other accounts than it names, and isn't found by those.
        case misfiled
        /// The head knows later places than there are, or another hash of the last one.
        case cutOff = "cut_off"
        /// There are places that the head does not know.
        case beyondHead = "beyond_head"
        /// The head has another time than its record: later records would bear wrong ones.
        case misdated
        /// The app has lost its head.
        case headless
        /// The record has another hash than was noted: the chain was made anew.
        case rewritten
    }

    package let kind: Kind
    package let place: Int64

    package init(_ kind: Kind, at place: Int64) {
        self.kind = kind
        self.place = place
    }
}
