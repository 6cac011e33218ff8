internal import Cryptography

/// Something that a person or a test may do to a running store: `POST /control/NAME`, and a command.
package struct ControlVerb: Sendable {
    enum Effect: Sendable {
        case act(@Sendable (ControlRequest, Storefront) throws(ControlFailure) -> StoreAct)
        case desk(@Sendable (ControlRequest, StoreDesk) throws(ControlFailure) -> ControlAnswer)
    }

    package let name: String
    /// One sentence.
    package let summary: String
    package let fields: [ControlField]
    let effect: Effect

    /// Every verb, in the order of a help text.
    package static let all = purchases + subscriptions + afterwards + desk

    static func act(
        _ name: String, _ summary: String, _ fields: [ControlField],
        _ act: @escaping @Sendable (ControlRequest, Storefront) throws(ControlFailure) -> StoreAct
    ) -> ControlVerb {
        ControlVerb(name: name, summary: summary, fields: fields, effect: .act(act))
    }

    static func desk(
        _ name: String, _ summary: String, _ fields: [ControlField],
        _ body:
            @escaping @Sendable (ControlRequest, StoreDesk) throws(ControlFailure) ->
            ControlAnswer
    ) -> ControlVerb {
        ControlVerb(name: name, summary: summary, fields: fields, effect: .desk(body))
    }
}
