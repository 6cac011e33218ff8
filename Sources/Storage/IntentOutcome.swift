/// What a function of intents decided; the words are those of `sql/functions/intents`.
package enum IntentOutcome: String, Sendable {
    case moved, member, found, replay, owned, locked, granted, renewed, reported, released
    case recorded, settled, changed, withdrawn
    case requestIDReused = "request_id_reused"
    case unknownProduct = "unknown_product"
    case tooManyOpen = "too_many_open"
    case notFound = "not_found"
    case intentClosed = "intent_closed"
    case notRenewable = "not_renewable"
    case notPending = "not_pending"
    case lockLost = "lock_lost"
    case alreadyPurchased = "already_purchased"
    case transactionMismatch = "transaction_mismatch"
}
