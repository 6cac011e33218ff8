import FoundationEssentials
import InterlockAPI
import TestSupport
import Testing

@testable import Storage

@Suite("What the console reads of much is bounded")
struct ConsoleReadPromises {
    @Test func `old ones among thousands of young are found page by page, none left out`()
        async throws
    {
        try await StorageFixture.with { fixture in
            _ = try await fixture.reserve(fixture.account("ann"), "monthly")
            _ = try await fixture.ask(Self.young)
            // Every thousandth was made a week before the others.
            _ = try await fixture.ask(
                """
                update interlock.intent set
                    created_at = created_at - interval '7 days',
                    intent_id = encode(
                        int8send((extract(epoch from created_at - interval '7 days') * 1000)::bigint << 16)
                            || substr(uuid_send(intent_id), 9), 'hex')::uuid
                where request_id like 'r%000'
                """)
            for (product, pages) in [(String?.none, 13), ("coins", 13), ("none", 1)] {
                var filter = IntentStore.LockFilter()
                (filter.olderThan, filter.productID) = (86_400, product)
                let wanted = try await fixture.ask(
                    """
                    select string_agg(intent_id::text, ' ' order by stuck_at, intent_id)
                    from interlock.intent where created_at < now() - interval '1 day'
                        and product_id = '\(product ?? "coins")'
                    """)
                var found: [String] = []
                var place: ListCursor?
                var count = 0
                repeat {
                    let page = try await fixture.storage.intents.locks(
                        appID: "demo", filter, after: place, limit: 50)
                    found += page.rows.map(\.intent.id.wireText)
                    place = page.next
                    count += 1
                } while place != nil
                #expect(found.joined(separator: " ") == wanted ?? "")
                #expect(found.count == (product == "none" ? 0 : 5))
                #expect(count == pages)
            }
        }
    }

    @Test func `of very many devices those of the newest intents are shown`() async throws {
        try await StorageFixture.with { fixture in
            let ann = fixture.account("ann")
            _ = try await fixture.reserve(ann, "monthly", device: "zebra")
            _ = try await fixture.ask(
                """
                insert into interlock.device (account_key, device_id, first_seen_at, last_seen_at)
                select account_key, case when n > 0 then 'pad-' || n else 'zebra' end,
                    now() - interval '1 y', now() - n * interval '1 h'
                from interlock.account, generate_series(0, 3000) n
                on conflict do nothing returning 'x'
                """)
            let account = try #require(try await fixture.storage.console.account(ann))
            #expect(account.devices.count == 50)
            #expect(account.devices.first?.deviceID == "zebra")
            let times = account.devices.map(\.lastSeenAt)
            #expect(times == times.sorted(by: >))
        }
    }

    /// Five thousand confirming ones of Ann, made now, with ids as a node makes them.
    private static let young = """
        insert into interlock.intent (
            scope_id, intent_id, app_id, environment, account_key, account_id, device_id, product_id,
            request_id, status, open, exclusion_sets, fence, created_at, updated_at, expires_at,
            renewable_until, reported_at, heard_at, stuck_at)
        select i.scope_id,
            encode(int8send((extract(epoch from now()) * 1000)::bigint << 16)
                || int8send(n), 'hex')::uuid,
            'demo', 'Sandbox', i.account_key, i.account_id, 'phone', 'coins', 'r' || n, 'confirming',
            true, array['s' || n], 1, now(), now(), now() + interval '30 days', now(), now(), now(),
            now() + n * interval '1 s'
        from interlock.intent i, generate_series(1, 5000) n
        returning 'x'
        """
}
