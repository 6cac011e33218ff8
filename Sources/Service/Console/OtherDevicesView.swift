import Coordination
import InterlockAPI
import Storage

/// What the other devices see of an intent's product right now: those of its account, and those of other members.
struct OtherDevicesView: Sendable {
    private struct Row {
        /// Nil for the intent's own account.
        let member: String?
        let product: ProductState?
    }

    private let rows: [Row]

    /// Evaluates the states as each device would get them; nil when the scope or the app is gone. One query.
    init?(
        _ visit: Console.Visit, _ session: ConsoleSession, _ shown: ConsoleIntent
    ) async throws {
        let context = visit.context
        let intent = shown.intent
        guard
            let reading = try await context.storage.scopes.read(shown.scopeID, intent.environment),
            let evaluator = try await context.renderer.evaluator(of: session.app.id, for: reading)
        else { return nil }
        rows = ([nil] + shown.others.map(Optional.some)).map { member in
            let state = evaluator.state(
                of: reading.snapshot, account: member ?? intent.accountID, device: "",
                environment: intent.environment)
            return Row(
                member: member,
                product: state.products.first { $0.productID == intent.productID })
        }
    }

    func html(_ page: ConsolePage) -> HTML {
        let words = page.words
        let isKnown = rows.contains { $0.product != nil }
        return page.section(
            words.elsewhere,
            isKnown
                ? page.table(
                    nil, [words.whoElse, words.button, words.heldBy, words.risks],
                    rows.map { row(page, $0) })
                : HTMLTag.p([.style(.quiet)], .text(words.notInCatalog)))
    }

    private func row(_ page: ConsolePage, _ row: Row) -> [HTML] {
        let words = page.words
        let who = row.member.map { page.account($0) } ?? .text(words.otherDevices)
        guard let product = row.product else { return [who, page.quiet("–"), .nothing, .nothing] }
        return [
            who, page.badge(product.status.rawValue), page.holder(of: product),
            .text(words.plain(product.risks.map(\.rawValue))),
        ]
    }
}

extension ConsolePage {
    /// Who keeps a product's button off, as a device of the account sees it.
    func holder(of product: ProductState) -> HTML {
        func whose(_ isSame: Bool) -> String { isSame ? words.thisAccount : words.otherMember }
        let isOwned = product.status == .owned || product.status == .blocked
        if let holder = product.holder, !isOwned || product.owned == nil {
            return .group(
                .text(whose(holder.sameAccount) + words.comma), badge(holder.status.rawValue),
                " ", time(holder.since))
        }
        guard let owned = product.owned else { return quiet("–") }
        return .group(
            foreign(owned.productID), .text(words.comma + whose(owned.sameAccount)))
    }
}
