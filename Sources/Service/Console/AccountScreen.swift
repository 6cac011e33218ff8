import Coordination
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage

/// Shows one account: its group, its devices and what they see, its intents and transactions.
enum AccountScreen {
    static func show(_ visit: Console.Visit) async throws -> HTTPResponse {
        let session = try await visit.session()
        let query = try visit.query()
        guard let id = visit.value("id", in: query), id.utf8.count <= Bounds.identity else {
            throw ConsoleRefusal.malformed
        }
        let store = visit.context.storage
        let name = AccountName(appID: session.app.id, accountID: id)
        guard let account = try await store.console.account(name) else {
            throw ConsoleRefusal.notFound
        }
        let environments = session.app.environments.sorted { $0.rawValue < $1.rawValue }
        guard
            let environment = try visit.environment(in: query)
                ?? first(of: environments, account),
            environments.contains(environment)
        else { throw ConsoleRefusal.malformed }
        let view = try await view(visit, account, name, environment)
        let words = visit.words
        let page = ConsolePage(
            words.named(words.account, account.accountID), session, words)
        return page.response(
            200, HTMLTag.section([.style(.card)], facts(page, account)),
            choice(page, account, environments, environment),
            .group(view.map { buttons(page, $0) }, view.map { holds(page, $0, account.stuck) }),
            page.section(words.intents, intents(page, account)),
            page.section(words.transactions, transactions(page, account.transactions)),
            page.section(words.devices, devices(page, account.devices)),
            .group(
                account.groupID == nil
                    ? nil : page.section(words.members, members(page, account.members))))
    }

    /// Where the account has open intents, else where something is in its way, else where it has bought something,
    /// else the first.
    private static func first(
        of environments: [StoreEnvironment], _ account: ConsoleAccount
    ) -> StoreEnvironment? {
        let open = account.intents.filter { IntentStatus(rawValue: $0.status)?.isOpen == true }
        let wanted = [
            open.map(\.environment), account.busy, account.transactions.map(\.environment),
        ]
        return wanted.lazy.compactMap { names in
            environments.first { names.contains($0.rawValue) }
        }.first ?? environments.first
    }

    /// What a device of the account would get now, and whose intents are in its way. What the clock changed
    /// counts; writing it down is the sweeper's work.
    private static func view(
        _ visit: Console.Visit, _ account: ConsoleAccount, _ name: AccountName,
        _ environment: StoreEnvironment
    ) async throws -> AccountView? {
        let context = visit.context
        guard let reading = try await context.storage.scopes.read(account.scopeID, environment),
            let evaluator = try await context.renderer.evaluator(of: name.appID, for: reading)
        else { return nil }
        return evaluator.view(
            of: reading.snapshot, account: name.accountID, environment: environment)
    }

    private static func facts(_ page: ConsolePage, _ account: ConsoleAccount) -> HTML {
        let words = page.words
        return page.facts([
            (words.account, page.foreign(account.accountID)),
            (words.group, account.groupID.map(page.code) ?? page.quiet(words.none)),
            (words.token, page.code(account.appAccountToken.wireText)),
            (words.firstSeen, page.time(account.createdAt)),
            (
                words.incidents,
                HTMLTag.a(
                    [.href(.incidents([("account_id", account.accountID)]))],
                    .text(words.incidentsOfAccount))
            ),
        ])
    }

    /// Links to the other environments' views, where there are some.
    private static func choice(
        _ page: ConsolePage, _ account: ConsoleAccount, _ all: [StoreEnvironment],
        _ current: StoreEnvironment
    ) -> HTML {
        typealias T = HTMLTag
        guard all.count > 1 else { return .nothing }
        let links = all.map { environment in
            let path = ConsolePath.account(account.accountID, environment: environment.rawValue)
            let mark: [HTMLAttribute] = environment == current ? [.currentPage] : []
            return T.li(
                T.a([.href(path)] + mark, .text(page.words.plain(environment.rawValue))))
        }
        return T.nav([.label(page.words.environment)], T.ul([.style(.links)], .all(links)))
    }

    private static func buttons(_ page: ConsolePage, _ view: AccountView) -> HTML {
        typealias T = HTMLTag
        let words = page.words
        let state = view.state
        func whose(_ isSame: Bool) -> String { isSame ? words.thisAccount : words.otherMember }
        let products = state.products.map { product in
            [
                page.foreign(product.productID), page.badge(product.status.rawValue),
                page.holder(of: product, view.holder(of: product.productID)),
                .text(words.plain(product.risks.map(\.rawValue))),
            ]
        }
        let uses = state.entitlements.map { use -> [HTML] in
            [
                page.foreign(use.productID), page.badge(use.state.rawValue),
                page.time(use.expiresAt), .text(use.willRenew ? words.yes : words.no),
                .text(
                    words.list([words.plain(use.ownership.rawValue), whose(use.sameAccount)])),
            ]
        }
        return page.section(
            words.deviceView + words.aside(words.plain(state.environment.rawValue)),
            page.table(
                nil, [words.product, words.button, words.heldBy, words.risks], products),
            T.h3(.text(words.entitlements)),
            page.table(
                nil,
                [words.product, words.status, words.expires, words.renews, words.ownership], uses))
    }

    /// Everybody's intents that are in the way in the account's group, each with a link: also what is released and
    /// still keeps its sets closed, which is in no list of locks.
    private static func holds(
        _ page: ConsolePage, _ view: AccountView, _ stuck: Set<UUID>
    ) -> HTML {
        let words = page.words
        guard !view.holds.isEmpty else { return .nothing }
        return page.section(
            words.holdsNow,
            page.table(
                words.holdsCaption,
                [
                    words.status, words.product, words.account, words.device, words.since,
                    words.until, words.closes,
                ],
                view.mainHolds.map { hold in
                    let row = hold.row
                    return [
                        status(page, row.status.rawValue, isStuck: stuck.contains(row.intentID)),
                        HTMLTag.a(
                            [.href(.intent(row.intentID))], HTMLTag.bdi(.text(row.productID))),
                        page.account(row.accountID), page.foreign(row.deviceID),
                        page.time(row.createdAt),
                        row.status == .released
                            ? .group(
                                .text(words.closedUntilThen), " ", page.time(row.delayUntil))
                            : page.time(row.expiresAt), page.products(hold.products),
                    ]
                }))
    }

    private static func status(_ page: ConsolePage, _ word: String, isStuck: Bool) -> HTML {
        .group(page.badge(word), isStuck ? page.badge("stuck") : nil)
    }

    private static func intents(_ page: ConsolePage, _ account: ConsoleAccount) -> HTML {
        let words = page.words
        return page.table(
            words.newestFifty,
            [words.status, words.product, words.device, words.environment, words.created],
            account.intents.map { intent in
                [
                    status(
                        page, intent.status, isStuck: account.stuck.contains(intent.intentID)),
                    HTMLTag.a(
                        [.href(.intent(intent.intentID))], HTMLTag.bdi(.text(intent.productID))),
                    page.foreign(intent.deviceID), .text(words.plain(intent.environment)),
                    page.time(intent.createdAt),
                ]
            })
    }

    private static func transactions(
        _ page: ConsolePage, _ transactions: [ConsoleTransaction]
    ) -> HTML {
        let words = page.words
        return page.table(
            words.newestFifty,
            [
                words.transaction, words.product, words.ownership, words.environment,
                words.purchased, words.expires, words.revoked,
            ],
            transactions.map { transaction in
                [
                    .group(
                        page.code(transaction.transactionID),
                        transaction.originalTransactionID == transaction.transactionID
                            ? nil : " ← ",
                        transaction.originalTransactionID == transaction.transactionID
                            ? nil : page.code(transaction.originalTransactionID)),
                    page.foreign(transaction.productID),
                    .text(words.plain(transaction.ownershipType.lowercased())),
                    .text(words.plain(transaction.environment)),
                    page.time(transaction.purchasedAt),
                    page.time(transaction.expiresAt), page.time(transaction.revokedAt),
                ]
            })
    }

    private static func devices(_ page: ConsolePage, _ devices: [ConsoleAccount.Device]) -> HTML {
        let words = page.words
        return page.table(
            nil, [words.device, words.firstSeen, words.lastSeen],
            devices.map { device in
                [
                    page.foreign(device.deviceID), page.time(device.firstSeenAt),
                    page.time(device.lastSeenAt),
                ]
            })
    }

    private static func members(_ page: ConsolePage, _ members: [ConsoleAccount.Member]) -> HTML {
        let words = page.words
        return page.table(
            nil, [words.account, words.role, words.joined],
            members.map { member in
                [
                    page.account(member.accountID),
                    .text(member.role.map { words.plain($0) } ?? "–"),
                    page.time(member.joinedAt),
                ]
            })
    }
}
