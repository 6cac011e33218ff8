import AppStore
import Cryptography
import FoundationEssentials
import InterlockAPI

extension VerifiedFact {
    /// The app account token that it bears.
    var appAccountToken: UUID? { transaction?.appAccountToken ?? renewal?.appAccountToken }

    /// Who brings it and what it says of its account: `transactions/ingest.sql` tells what the JSON means.
    func json(of bringer: LedgerStore.Bringer) -> String { object(of: bringer).text }

    /// All the arguments of `transactions_ingest` but the app and the environment.
    func json(from bringer: LedgerStore.Bringer) -> String {
        let start: JSONValue = [
            "line": .string(originalTransactionID), "bringer": object(of: bringer),
        ]
        // Both are JSON already.
        return start.text.dropLast() + ",\"transaction\":" + transactionJSON + ",\"renewal\":"
            + renewalJSON + "}"
    }

    private func object(of bringer: LedgerStore.Bringer) -> JSONValue {
        var object: [String: JSONValue] = [
            "source": .string(bringer.source), "actor": StoreActor.store(bringer.source).json,
        ]
        object["uploader"] = bringer.uploader.map { uploader in
            [
                "account_key": .string(uploader.key.uuidString),
                "account_id": .string(uploader.accountID),
                // Its own, if this is the first that is heard of it.
                "token": .string(UUID().uuidString),
            ]
        }
        object["token"] = appAccountToken.map { .string($0.uuidString) }
        object["store_account"] = appTransactionID.map(JSONValue.string)
        object["reported"] = bringer.reportedIntent.map { .string($0.uuidString) }
        return .object(object)
    }
}

extension StoreNotification {
    /// Its row, by the names of `notifications/ingest.sql`.
    var ledgerJSON: String {
        var object: [String: JSONValue] = [
            "type": .string(kind.rawValue), "signed_at": .string((signedDate ?? .now).text),
        ]
        object["subtype"] = subtype.map { .string($0.rawValue) }
        if kind == .rescindConsent {
            object["withdraws"] = (appTransaction?.appTransactionID).map(JSONValue.string)
        }
        return JSONValue.object(object).text.dropLast() + ",\"payload\":" + rawPayload + "}"
    }
}
