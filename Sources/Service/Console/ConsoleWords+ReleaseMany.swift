import InterlockAPI

// Releasing many locks, keeping their sets closed for a while, and what somebody else changed.
extension ConsoleWords {
    var choose: String { say("Choose", "选择") }
    func choose(_ product: String, of account: String) -> String {
        say("Choose \(product) of \(account)", "选择 \(account) 的 \(product)")
    }
    var releaseChosenLocks: String { say("Release the chosen…", "解除所选…") }
    var releaseAllFound: String { say("Release all that this filter finds…", "解除符合筛选的全部…") }
    var releaseMany: String { say("Release several locks", "解除多个锁定") }
    var releaseManyCaption: String {
        say("What would be released; nothing has been changed yet", "将要解除的锁定，尚未作任何更改")
    }
    var whoGets: String { say("Who may buy again", "谁可以再次购买") }
    var whoWaits: String { say("the one that waits for it", "正在排队等待它的购买意向") }
    func andMore(_ count: Int) -> String { say(" and \(count) more", " 等另外 \(count) 个") }
    var mayHappen: String { say("What may still happen", "之后仍可能发生") }
    func mayHappen(_ consequence: LockRelease.Consequence) -> String {
        switch consequence {
        case .buyingMayGoOn: say("the person may go on to buy", "用户可能继续完成购买")
        case .requestMaySucceed: say("a parent or a bank may approve it", "家长或银行可能批准")
        case .purchaseMayArrive: say("a paid purchase may arrive", "已付款的购买可能到账")
        }
    }
    var isStuck: String { say("Stuck", "卡住") }
    var notYet: String { say("not yet", "尚未") }
    func notStuckYet(_ count: Int, of all: Int) -> String {
        say(
            """
            Not stuck yet: \(count) of \(all). With those the purchase may be going on right now.
            """, "其中有 \(count) 个（共 \(all) 个）还没有卡住：用户可能正在购买。")
    }
    var releaseChosen: String { say("Release them", "解除这些锁定") }
    var manyAreCompared: String {
        say(
            "Each is released only if it is still as shown here; what changes meanwhile stays as it is.",
            "每一个都只在仍与此处所示一致时才会解除；其间有变化的保持不变。")
    }
    func releaseCount(_ count: Int) -> String {
        say(count == 1 ? "Release 1 lock" : "Release \(count) locks", "解除 \(count) 个锁定")
    }
    var noneChosen: String {
        say("Choose at least one lock in the list.", "请在列表中至少选择一个锁定。")
    }
    var noneReleasable: String {
        say(
            "None of them can be released: they changed or ended meanwhile.",
            "没有可以解除的：它们其间已有变化或已结束。")
    }
    func tooMany(_ limit: Int) -> String {
        say(
            "More than \(limit) are like this. Narrow the filter: \(limit) can be released at once.",
            "符合条件的超过 \(limit) 个。请缩小筛选范围：一次最多解除 \(limit) 个。")
    }
    func releasedMany(_ count: Int, of all: Int) -> String {
        say("\(count) of \(all) released.", "已解除 \(count) 个，共 \(all) 个。")
    }
    var resultsCaption: String { say("What came of each", "每一个的结果") }
    var outcome: String { say("Outcome", "结果") }
    var closedUntil: String { say("Closed to everybody until", "对所有人关闭至") }
    var backToLocks: String { say("Back to the locks", "返回锁定列表") }

    var lockDelay: String { say("Keep it closed for everybody", "继续对所有人关闭") }
    var noDelay: String { say("no: open at once", "否，立即开放") }
    var lockDelayHint: String {
        say(
            """
            The store may still act on the request. Until then nobody of the family can buy what this lock \
            covered, this device included.
            """, "商店之后仍可能处理该请求。在此期间，家庭中任何人（包括此设备）都不能购买此锁涵盖的商品。")
    }

    var then: String { say("When you looked", "您查看时") }
    var now: String { say("Now", "现在") }
    var changedCaption: String { say("What changed since", "其间的变化") }
    var field: String { say("What", "项目") }
}
