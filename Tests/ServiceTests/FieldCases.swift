// The field cases, by the numbers of their collection (its gaps are meant).

extension FieldCase {
    static let all = pending + delivery + accounts + notifications + verification + time

    private static let pending = [
        FieldCase(
            1, "a repeated request is the same pending intent, and restarts its time",
            .pending("a repeated request is the same intent, and its time begins anew")),
        FieldCase(
            2, "pending ends by a transaction, by who gives it up, or by its deadline alone",
            .pending(
                "a request refused silently ends by what is known, and a late approval counts"
            )),
        FieldCase(
            4,
            "locks of consumables end; a payment takes one request, more of them are granted too",
            .pending("a consumable's lock ends, and of several payments each request takes one")),
        FieldCase(
            5, "whoever waits knows until when, and every device leaves by itself",
            .pending("a waiting screen knows its end, and leaves by itself on every device")),
        FieldCase(
            7, "registering before and after the store call is repeatable",
            .pending("registering before and after the store call may each be repeated"),
            .storage("IntentPromises", "twinsAreOneIntent")),
        FieldCase(
            8, "no interface and no key needs a transaction's id before there is one",
            .pending("nothing needs a transaction's id before there is one")),
        FieldCase(
            10, "what nothing follows decays soon, as `expired`; pending lasts its day",
            .pending("an intent that nothing follows decays soon, a pending one does not")),
        FieldCase(
            11, "a deferral is told as pending, with its error; told as failed it hurts nobody",
            .pending("a wait that the store's wrapper calls an error is a wait")),
        FieldCase(
            13, "a failure that a device reports yields to a payment",
            .delivery("what a device says of its purchase is advice: a payment fulfils it"),
            .storage("SettlementPromises", "lateTransactionsWin")),
        FieldCase(
            14, "a failed intent stays matchable for longer than any pending request lives",
            .pending("an intent that failed stays matchable as long as the store may act on it")),
        FieldCase(
            16, "the road of every report and payment is kept, and every road settles",
            .pending("by every road a transaction settles, and the road is kept"),
            .here(
                "AskingPromises",
                "an approval that nobody reports settles its pending intent near the deadline")),
    ]

    private static let delivery = [
        FieldCase(
            17, "a cancellation that a device reports yields to a payment",
            .delivery("what a device says of its purchase is advice: a payment fulfils it"),
            .storage("SettlementPromises", "lateTransactionsWin")),
        FieldCase(
            19, "an upload is idempotent by environment and transaction id",
            .delivery("the same transaction as result and as update counts once an environment")),
        FieldCase(
            20, "a transaction is known by its id, never by its signature; the newest words count",
            .delivery("signed again, a transaction is the same one, in its newest words")),
        FieldCase(
            21, "of concurrent duplicates one is recorded, the others are known",
            .delivery("a renewal that arrives many times at once is recorded once")),
        FieldCase(
            23, "what was acknowledged is committed",
            .command("KillPromises", "nothingAcknowledgedIsLost"),
            .storage("CrashPromises", "nothingAcknowledgedIsLost")),
        FieldCase(
            24, "the store's word alone grants; what was signed is kept; a failure is retryable",
            .delivery("without a word of the client, the store's notification grants"),
            .delivery(
                "while the database fails, nothing is acknowledged, and what is sent again counts")),
        FieldCase(
            26, "consumables are in the ledger alone, by transaction id",
            .delivery("consumables are in the ledger alone, one row for each payment")),
        FieldCase(
            27, "two payments are two grants, and the late one is an incident",
            .delivery("an error, another try, two payments: both are granted, and a person is told")
        ),
    ]

    private static let accounts = [
        FieldCase(
            29, "without a token the line's owner counts, else the line waits, unclaimed",
            .accounts(
                "without a token the line's owner counts, else nobody, until a device brings it")),
        FieldCase(
            30, "tokens are UUIDs that the service makes; other texts are refused",
            .accounts("tokens are UUIDs made here; nothing else becomes one")),
        FieldCase(
            31, "the token is read from what was signed",
            .accounts("the token is read from what the store signed, not from what a client says")),
        FieldCase(
            32, "tokens are compared as UUIDs",
            .accounts("a token is the same in capitals and small letters"),
            .appStore(
                "PayloadTests",
                "tokens are compared as UUIDs, and a malformed one counts as absent but is kept")),
        FieldCase(
            34, "a line stays its owner's, and the other account is told",
            .accounts(
                "a line stays its first owner's, whoever's token its next transaction bears"),
            .accounts(
                "who reports another account's purchase learns nothing of it, whatever is new in it"
            )),
        FieldCase(
            35, "an old transaction never settles a fresh intent",
            .accounts("an old transaction never settles a fresh intent"),
            .storage("SettlementPromises", "oldTransactionsNeverSettleAFreshIntent")),
        FieldCase(
            37, "before a purchase it is told that another account uses the same store account",
            .accounts("before a purchase it is told that the store account is another account's")),
        FieldCase(
            38, "one account's devices of two stores exclude each other",
            .accounts("one account on two stores' devices: the second one waits")),
        FieldCase(
            40, "a line moves by an operator's act alone, and both sides' devices see it",
            .here(
                "TransferPromises",
                "a transfer moves what is owned, wakes both sides, is audited, and repeats"),
            .here(
                "TransferPromises", "a transfer needs an operator, a reason and a line"
            )),
        FieldCase(
            41, "restoring on another account is a claim, decided by the rules",
            .accounts("restoring on another account is a claim, decided by the same rules")),
        FieldCase(
            43, "what was redeemed outside of the app waits for a device; a token can be set later",
            .accounts("what was redeemed outside of the app waits for the device that brings it"),
            .asking("CallTests", "accountToken"),
            .here(
                "AskingPromises",
                "what a device claims without a token gets the account's token at the store")),
        FieldCase(
            44, "a renewal is its line's owner's, whatever token it bears",
            .accounts("a renewal is its line's owner's, whatever it says")),
    ]

    private static let notifications = [
        FieldCase(
            46, "of a personal and a shared subscription either entitles, the own one is shown",
            .notifications(
                "of a personal and a shared subscription either entitles, and the own one is shown"
            )),
        FieldCase(
            47, "a revocation under a known id counts by its newer date",
            .notifications("a revocation bears the known transaction's id and counts"),
            .storage("SettlementPromises", "theNewestSnapshotWins")),
        FieldCase(
            49, "device and store feed one ledger; whoever comes second is no news",
            .notifications(
                "the device's upload and the notification are one purchase, in either order")),
        FieldCase(
            50, "older words overwrite nothing, of transactions and of renewals",
            .notifications("notifications that were missed and come later overwrite nothing newer")
        ),
        FieldCase(
            52, "what is owned is folded from all periods, not from the order of events",
            .notifications(
                "in every order of purchase, renewal and the old period's end the renewal runs"),
            .storage("SandboxPromises", "everyOrderEndsInTheSameLedger")),
        FieldCase(
            53, "what comes with an older transaction is about that one",
            .notifications("a notification about an older transaction is about that one")),
        FieldCase(
            55, "a notification is answered at once, and always before the store gives up",
            .notifications(
                "notifications are answered within a second, and never after the store's patience")
        ),
        FieldCase(
            56, "trouble is a 5xx, so that the store sends again; what it missed can be asked for",
            .notifications(
                "notifications are answered within a second, and never after the store's patience"),
            .delivery(
                "while the database fails, nothing is acknowledged, and what is sent again counts"),
            .asking("NotificationTests", "pages"),
            .here("AskingPromises", "notifications that were missed are fetched after a start")),
        FieldCase(
            58, "duplicates are cheap",
            .notifications(
                "a flood of duplicates is cheap: it changes nothing, wakes nobody and never waits")
        ),
        FieldCase(
            59, "a change that nobody notifies of is learnt from a device, or asked for",
            .notifications(
                "a change of plan that nobody notifies of is seen with the device's upload"),
            .asking("CallTests", "statuses"),
            .here("AskingPromises", "a renewal, a grace period and a failed billing are seen")),
    ]

    private static let verification = [
        FieldCase(
            61, "a 401 of the store is never taken for `not found`",
            .asking("ErrorTests", "unauthorized"), .asking("LocateTests", "otherErrors")),
        FieldCase(
            62, "the sandbox is asked after 4040010 alone, and every id has its environment",
            .asking("LocateTests", "sandbox"),
            .verification("the environment is the signed payload's, and stays with every id")),
        FieldCase(
            64, "the environment is chosen by the payload that then verifies",
            .verification("the environment is the signed payload's, and stays with every id")),
        FieldCase(
            65, "environments without signatures are never taken",
            .verification(
                "an environment that the app is not in is refused, whatever verifies"),
            .appStore(
                "PayloadTests",
                "environments without signatures are refused whatever is configured")),
        FieldCase(
            67, "the root is pinned, and nothing below it",
            .verification(
                "another intermediate under the same root counts, another root never")),
        FieldCase(
            68, "swapped, missing and superfluous certificates are refused",
            .verification("leaf, intermediate and root are a chain, and nothing else is"),
            .appStore(
                "StoreVerifierTests",
                "only leaf, intermediate, root in this order and number is a chain")),
        FieldCase(
            70, "a body that nobody expects is an error like others, and ends nothing",
            .asking("ErrorTests", "garbage"),
            outOfReach: """
                Signatures are verified offline, at the date they bear: no responder of certificates is \
                asked, so that none can answer oddly. The store's own interface can.
                """),
        FieldCase(
            71, "times that can't be read are refused, not passed over",
            .verification(
                "a time that can't be read, or is in seconds, is refused and changes nothing"),
            outOfReach: """
                No responder of certificates is asked, so that no status of one can be stale. The times that \
                do count are the signed payloads'.
                """),
    ]

    private static let time = [
        FieldCase(
            73, "the server's clock decides; a device's is not asked",
            .time("a device's clock decides nothing")),
        FieldCase(
            74, "what may be used ends by the server's clock, on every device",
            .time("what may be used ends by the server's clock, with nobody's help"),
            .storage("SettlementPromises", "theClockEndsOwnership")),
        FieldCase(
            75, "milliseconds have a type and a range; seconds are refused",
            .verification(
                "a time that can't be read, or is in seconds, is refused and changes nothing"),
            .appStore(
                "PayloadTests",
                "dates may have a fraction, which is cut off, and lie from 2008 to 2100")),
        FieldCase(
            77, "the newest is found by dates, not by its place",
            .time("the newest is found by its dates, in whatever order it is listed")),
        FieldCase(
            79, "a grace period whose end is missing is believed for a day",
            .time("a grace period without its end is believed for a day"),
            .here("AskingPromises", "a renewal, a grace period and a failed billing are seen")),
    ]
}
