internal import Cryptography
internal import StoreSigner

// How a notification comes about.
extension Storefront {
    /// Makes a notification about the app alone.
    mutating func notification(_ kind: String, _ subtype: String? = nil) -> NotificationTemplate {
        NotificationTemplate(
            kind: kind, subtype: subtype, id: random.uuid(), bundleID: app.bundleID,
            appAppleID: app.appAppleID, environment: app.environment, signedDate: now)
    }

    /// Makes a notification about a transaction, with its subscription's renewal info.
    mutating func notification(
        _ kind: String, _ subtype: String? = nil, about purchase: Int
    ) -> NotificationTemplate {
        var notification = notification(kind, subtype)
        notification.transaction = snapshot(at: purchase)
        if let subscription = purchases[purchase].subscription {
            notification.renewalInfo = renewalInfo(of: subscription)
            notification.status = status(of: subscription)
        }
        return notification
    }

    /// Makes a notification about a subscription's last transaction.
    mutating func notification(
        _ kind: String, _ subtype: String? = nil, of subscription: Int
    ) -> NotificationTemplate {
        notification(kind, subtype, about: last(subscription))
    }
}

// The acts that tell something and change nothing.
extension Storefront {
    mutating func tell(_ act: StoreAct) throws(StoreRefusal) -> StoreOutcome {
        switch act {
        case .declineRefund(let id):
            let place = try place(id)
            return told(notification("REFUND_DECLINED", about: place), "a refund was declined")
        case .requestConsumption(let id, let reason):
            var asked = notification("CONSUMPTION_REQUEST", about: try place(id))
            asked.consumptionRequestReason = reason
            return told(asked, "a refund was asked for, Apple asks how \(id) was used")
        case .rescindConsent(let buyer):
            var rescinded = notification("RESCIND_CONSENT")
            rescinded.content = .appData(try appTransaction(of: buyer))
            return told(rescinded, "\(buyer)'s guardian withdrew consent for the app")
        case .remindOfExternalPurchase:
            var reminded = notification("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED")
            let id = random.uuid()
            reminded.content = .externalPurchaseToken([
                "externalPurchaseId": .string(
                    app.environment == "Sandbox" ? "SANDBOX_\(id)" : id),
                "tokenCreationDate": .integer(now - StoreRules.day),
            ])
            return told(reminded, "a purchase outside of the store was not reported")
        case .sendTest: return told(notification("TEST"), "a test notification was asked for")
        case .notify(let kind, let subtype, let id):
            guard let id else { return told(notification(kind, subtype), "\(kind) was sent") }
            return told(notification(kind, subtype, about: try place(id)), "\(kind) was sent")
        default: throw .nothingToDo
        }
    }

    private func told(_ notification: NotificationTemplate, _ words: String) -> StoreOutcome {
        var outcome = StoreOutcome(.done, words)
        outcome.notifications = [notification]
        return outcome
    }
}
