/// Says what an incident tells of.
public enum IncidentKind: String, WireEnum, Hashable {
    /// Two purchases that exclude each other are in use at once.
    case duplicatePurchase = "duplicate_purchase"
    /// An account brought another's purchase.
    case ownerConflict = "owner_conflict"
    /// A purchase whose account nobody knows.
    case unclaimed
    /// A transaction's app account token is another account's than its owner's.
    case tokenMismatch = "token_mismatch"
    /// A purchase arrived after its intent had ended.
    case lateSettlement = "late_settlement"
    /// Something that claims to be the store's did not verify.
    case verificationFailed = "verification_failed"
    /// Accounts that came together hold or own what excludes each other.
    case scopeConflict = "scope_conflict"
}
