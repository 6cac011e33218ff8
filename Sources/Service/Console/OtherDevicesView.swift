import Coordination
import InterlockAPI
import Storage

/// Shows what the other devices see of the products that an intent's sets close.
struct OtherDevicesView: Sendable {
    let seen: DevicesElsewhere
    /// What the states were evaluated with.
    let catalog: CompiledCatalog

    /// Reads the scope; nil when it or the app is gone. One query.
    init?(
        _ visit: Console.Visit, _ session: ConsoleSession, _ shown: ConsoleIntent
    ) async throws {
        let context = visit.context
        guard
            let reading = try await context.storage.scopes.read(
                shown.scopeID, shown.intent.environment),
            let evaluator = try await context.renderer.evaluator(of: session.app.id, for: reading)
        else { return nil }
        seen = DevicesElsewhere(shown, reading, evaluator)
        catalog = evaluator.catalog
    }

    func html(_ page: ConsolePage, _ shown: ConsoleIntent) -> HTML {
        let words = page.words
        let heads = [words.whoElse, words.products, words.button, words.heldBy, words.risks]
        return page.section(
            words.elsewhere,
            .group(
                seen.isListed
                    ? nil : HTMLTag.p([.style(.quiet)], .text(words.notInCatalog)),
                seen.isListed || shown.claims.isEmpty
                    ? nil
                    : HTMLTag.p(
                        .text(words.stillCloses(shown.claims, products: seen.claimed))),
                seen.rows.isEmpty
                    ? nil : page.table(nil, heads, seen.rows.map { row(page, $0) })))
    }

    private func row(_ page: ConsolePage, _ row: DevicesElsewhere.Row) -> [HTML] {
        let words = page.words
        return [
            row.member.map { page.account($0) } ?? .text(words.otherDevices),
            page.products(row.products), page.badge(row.state.status.rawValue),
            page.holder(of: row.state, row.holder),
            .text(words.plain(row.state.risks.map(\.rawValue))),
        ]
    }
}

extension ConsolePage {
    /// Who keeps a product's button off, as a device of the account sees it; another member by its account, and
    /// with a link to its intent, which no device is told.
    func holder(of product: ProductState, _ row: IntentRow?) -> HTML {
        let isOwned = product.status == .owned || product.status == .blocked
        if let holder = product.holder, !isOwned || product.owned == nil {
            let isDelayed = holder.status == .released
            return .group(
                holder.sameAccount ? .text(words.thisAccount) : account(row?.accountID),
                .text(words.comma), badge(holder.status.rawValue), " ",
                row.map {
                    HTMLTag.a([.href(.intent($0.intentID))], HTMLTag.bdi(.text($0.productID)))
                }, isDelayed ? .text(words.comma + words.closedUntilThen + " ") : " ",
                time(isDelayed ? holder.expiresAt : holder.since))
        }
        guard let owned = product.owned else { return quiet("–") }
        return .group(
            foreign(owned.productID),
            .text(words.comma + (owned.sameAccount ? words.thisAccount : words.otherMember)))
    }

    /// Names some products, the first ten.
    func products(_ names: [String]) -> HTML {
        guard !names.isEmpty else { return quiet("–") }
        let shown = names.prefix(10).enumerated().map { place, name in
            HTML.group(place == 0 ? nil : .text(words.comma), foreign(name))
        }
        return .group(
            .all(shown), names.count > 10 ? .text(words.andMore(names.count - 10)) : nil)
    }
}
