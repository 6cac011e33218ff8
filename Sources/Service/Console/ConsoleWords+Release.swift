import InterlockAPI

// What a release does, in plain words.
extension ConsoleWords {
    var release: String { say("Release this lock", "解除此锁定") }
    var reason: String { say("Reason (for the history and the audit)", "原因（写入历史和操作记录）") }
    var reasonHint: String {
        say(
            "A ticket number helps. At most 500 characters. Don't write secrets here.",
            "最好写上工单号，最多 500 个字符。请勿填写密码等机密信息。")
    }
    var releaseButton: String { say("Release", "解除") }
    var consequences: String { say("What happens when you release it", "解除之后会怎样") }
    var viewerOnly: String {
        say(
            "Your key may look, not act. An operator can release this lock.",
            "您的密钥只能查看，不能操作。操作员可以解除此锁定。")
    }
    var notStuckYet: String {
        say(
            "This one isn't stuck yet: the purchase may be going on right now.",
            "它还没有卡住：用户可能正在购买。")
    }
    func releasedAlready(by who: String, at time: String) -> String {
        say(
            "It was released already, by \(who) at \(time). Nothing was done.",
            "它早已解除（\(who)，\(time)）。未做任何更改。")
    }
    var released: String {
        say("Released. Devices that wait were told.", "已解除，并已通知正在等待的设备。")
    }

    /// Where its sets stay closed for a while.
    var releasedClosed: String {
        say(
            "Done. Devices that wait were told until when it stays closed.",
            "已完成，并已通知正在等待的设备关闭到何时。")
    }

    /// Where its sets were closed, and are no longer.
    var releasedOpened: String {
        say("Opened again. Devices that wait were told.", "已重新开放，并已通知正在等待的设备。")
    }

    func unlocks(_ sets: [String], products: [String], forGroup: Bool) -> String {
        guard !sets.isEmpty else {
            return say(
                "It holds no lock right now, so nothing is unlocked; it only stops waiting.",
                "它目前没有占用任何锁，因此不会解锁什么，只是不再等待。")
        }
        guard !products.isEmpty else { return closesNothing(sets) }
        let names = someOf(products), whom = whom(forGroup)
        return say(
            "The purchase buttons of \(names) come back for \(whom), at once.",
            "\(whom)上 \(names) 的购买按钮会立即恢复可用。")
    }

    /// What ending the delay of a release does.
    func opens(_ sets: [String], products: [String], forGroup: Bool) -> String {
        guard !products.isEmpty else { return closesNothing(sets) }
        let names = someOf(products), whom = whom(forGroup)
        return say(
            "Until then \(whom) can't buy \(names). When it ends, the purchase buttons come back.",
            "在此之前，\(whom)都不能购买 \(names)；结束后购买按钮恢复可用。")
    }

    /// Of claims whose intent's product has left the catalog.
    func stillCloses(_ sets: [String], products: [String]) -> String {
        guard !products.isEmpty else { return closesNothing(sets) }
        return say(
            "Its lock is still there, and closes \(someOf(products)).",
            "它的锁仍然有效，锁住了 \(someOf(products))。")
    }

    private func closesNothing(_ sets: [String]) -> String {
        say(
            "It closes nothing that can be bought: no product of the catalog is in \(list(sets)) any more.",
            "它没有锁住任何可购买的商品：商品目录中已没有属于 \(list(sets)) 的商品。")
    }

    private func whom(_ isGroup: Bool) -> String {
        say(
            isGroup ? "every member of its group" : "all devices of its account",
            isGroup ? "群组的所有成员" : "该账户的所有设备")
    }

    /// The first ten of some names.
    private func someOf(_ names: [String]) -> String {
        list(Array(names.prefix(10))) + (names.count > 10 ? andMore(names.count - 10) : "")
    }

    func others(_ count: Int64) -> String? {
        guard count > 0 else { return nil }
        return say(
            "Other open intents beside it: \(count). The oldest that waits for this lock gets it.",
            "另有 \(count) 个进行中的购买意向。等待此锁最久的那个会得到它。")
    }

    func storeGoesOn(_ status: IntentStatus) -> String {
        switch status {
        case .pending:
            say(
                """
                The request at the store is not cancelled: nobody but the store can do that. A parent or a \
                bank may still approve it.
                """, "商店那边的请求不会被取消，只有商店自己能取消。家长或银行之后仍可能批准。")
        case .confirming:
            say(
                "The device said that it had paid. The purchase may well be real and arrive later.",
                "设备报告已经付款。这笔购买很可能是真的，稍后会到账。")
        default:
            say(
                """
                If the store's purchase sheet is open on that device, the person may still go on and buy.
                """, "如果该设备上还开着商店的购买窗口，用户仍可能继续完成购买。")
        }
    }

    var late: String {
        say(
            """
            If the purchase arrives after all, it is recorded and the account owns it; this intent is then \
            completed, marked as settled late. If something else was bought in between, an incident tells of \
            the double purchase.
            """,
            """
            如果这笔购买之后还是到账，会照常记录并归该账户所有；此购买意向随即完成，并标记为延迟完成。\
            如果其间又买了别的，会有一条“重复购买”异常。
            """)
    }

    func warns(_ wasReported: Bool) -> String? {
        guard wasReported else { return nil }
        return say(
            "For a while, devices warn that an earlier request is unresolved before somebody buys.",
            "此后一段时间内，再次购买前设备会提示之前还有未了结的请求。")
    }
}
