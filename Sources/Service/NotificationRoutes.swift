import AppStore
import Cryptography
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Answers the store's notifications.
enum NotificationRoutes {
    /// Records a notification and what it carries: 200 after the commit, also for one that was there.
    static func receive(_ exchange: RouteHandler.Exchange) async throws -> HTTPAnswer {
        let body = try exchange.body(NotificationBody.self)
        let message: UnverifiedStoreMessage
        do {
            message = try UnverifiedStoreMessage(
                body.signedPayload, limit: UnverifiedStoreMessage.notificationLimit)
        } catch {
            throw await exchange.unverified(
                error, field: "signedPayload", nil, source: "notification")
        }
        // Not verified yet: it only chooses the roots that decide.
        guard let bundleID = message.claimedBundleID,
            let app = exchange.context.registry.app(bundleID: bundleID)
        else { throw Refusal(.unknownApp, field: "signedPayload") }
        let notification: StoreNotification
        do { notification = try app.verifier.notification(message) } catch {
            throw await exchange.unverified(
                error, field: "signedPayload", app, source: "notification")
        }
        let result = try await exchange.context.storage.ledger.ingest(
            notification, id: id(of: notification), appID: app.id)
        for scope in result.scopes { exchange.context.publish(scope) }
        return .response(try .json(200, [String: String]()))
    }

    /// The store's id; without one, the same content is the same notification.
    static func id(of notification: StoreNotification) -> UUID {
        if let id = notification.id { return id }
        let b = SHA256.digest(notification.rawPayload).bytes
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6] & 0x0f | 0x80, b[7], b[8] & 0x3f | 0x80,
                b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }
}
