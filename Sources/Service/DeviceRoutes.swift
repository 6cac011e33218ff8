import HTTPServer
import InterlockAPI
import Storage

/// Answers an account's devices, to the account itself and to the vendor's backend.
enum DeviceRoutes {
    typealias Exchange = RouteHandler.Exchange

    /// Lists them, the one seen last first.
    static func list(_ exchange: Exchange) async throws -> HTTPAnswer {
        let (account, _) = try await subject(exchange)
        let devices = try await exchange.context.storage.devices.list(account)
        return .response(try .json(200, AccountDeviceList(devices: devices)))
    }

    /// Forgets one: what it has reserved is released, what it has pending stays with the account. Its tokens
    /// are good until they end: an app that shuts a device out stops minting for it.
    static func forget(_ exchange: Exchange) async throws -> HTTPAnswer {
        let (account, actor) = try await subject(exchange)
        let device = exchange.request.parameter("device") ?? ""
        try Bounds.checkDevice(device, field: "device")
        let scope = try await exchange.context.storage.devices.forget(
            account, device: device, actor: actor)
        exchange.context.publish(scope)
        return .response(HTTPResponse(status: 204))
    }

    /// The account in the path; a client's own, or any for the backend.
    private static func subject(
        _ exchange: Exchange
    ) async throws -> (AccountName, StoreActor) {
        let id = exchange.request.parameter("id") ?? ""
        try Bounds.checkAccount(id, field: "id")
        switch try await exchange.groupActor() {
        case .service(let holder):
            return (AccountName(appID: holder.app.id, accountID: id), holder.actor)
        case .member(let caller):
            guard caller.account.accountID == id else { throw Refusal(.notFound) }
            return (caller.account, .device(caller.device))
        }
    }
}
