import Storage

// The overview.
extension ConsoleWords {
    var open: String { say("Open intents", "进行中的购买意向") }
    var pending: String { say("Pending", "等待批准") }
    var stuck: String { say("Stuck", "卡住") }
    var openIncidents: String { say("Open incidents", "未处理的异常") }
    var waitingDevices: String { say("Devices waiting", "等待中的设备") }
    var reserved: String { say("Reserved", "已预留") }
    var confirming: String { say("Confirming", "确认中") }
    var oldest: String { say("Oldest open intent", "最早的进行中意向") }
    var nothingStuck: String { say("Nothing is stuck.", "没有卡住的购买。") }
    /// With the app's own numbers.
    func stuckMeans(_ rule: StuckRule) -> String {
        let reserved = rule.reserved.map { seconds in
            say("reserved for over \(age(seconds: seconds))", "已预留超过 \(age(seconds: seconds))")
        }
        let (confirming, pending) = (age(seconds: rule.confirming), age(seconds: rule.pending))
        let gone = age(seconds: rule.gone)
        return say(
            """
            Stuck is what is \(reserved ?? "reserved and can't be renewed any more"), confirming for over \
            \(confirming), pending for over \(pending), or held by a device that is gone: forgotten, or not \
            heard of for \(gone) while it is reserved or confirming.
            """,
            """
            “卡住”指：\(reserved ?? "预留后已不能再续期")，确认中超过 \(confirming)，等待批准超过 \(pending)，\
            或占用它的设备已失联（已被移除，或在预留、确认期间连续 \(gone)没有任何消息）。
            """)
    }
    /// Before the time of the numbers that are too great to be counted at each look.
    var countedAt: String { say("Numbers marked ≈ were counted at", "带 ≈ 的数字统计于") }
}

// The chart of the last day.
extension ConsoleWords {
    var chart: String { say("The last 24 hours", "最近 24 小时") }
    var chartEmpty: String { say("Nothing was counted yet.", "尚无统计数据。") }
    var chartNumbers: String { say("The numbers, by the hour", "每小时的数字") }

    func chartSays(open: Int64, pending: Int64, stuck: Int64, peak: Int64) -> String {
        say(
            "Last: \(open) open, \(pending) pending, \(stuck) stuck. Most stuck at once: \(peak).",
            "最新：进行中 \(open)，等待批准 \(pending)，卡住 \(stuck)。同时卡住最多：\(peak)。")
    }
}

// Locks.
extension ConsoleWords {
    var locksCaption: String {
        say(
            "Open intents, the stuck ones first, then those that will be stuck next",
            "进行中的购买意向，卡住的在前，其次是即将卡住的")
    }
    var lookedAtMany: String {
        say(
            "Only so many were looked at for this page. There may be more on the next one.",
            "本页只查看了一部分，下一页可能还有。")
    }
    var onlyStuck: String { say("Stuck ones only", "仅显示卡住的") }
    var product: String { say("Product", "商品") }
    var status: String { say("Status", "状态") }
    var account: String { say("Account", "账户") }
    var device: String { say("Device", "设备") }
    var environment: String { say("Environment", "环境") }
    var since: String { say("Since", "开始于") }
    var deadline: String { say("Deadline", "截止时间") }
    var age: String { say("Age", "已持续") }
    var noClaim: String { say("no claim", "未占锁") }
}

// An intent.
extension ConsoleWords {
    var intent: String { say("Intent", "购买意向") }
    var request: String { say("Request id", "请求编号") }
    var sets: String { say("Exclusion sets", "互斥组") }
    var holds: String { say("Holds now", "当前占用") }
    var holdsNothing: String { say("nothing", "无") }
    var group: String { say("Group", "群组") }
    var ownScope: String { say("none: it locks for its account alone", "无：只锁定本账户") }
    var created: String { say("Created", "创建时间") }
    var updated: String { say("Last change", "最近变更") }
    var pendingReason: String { say("Waits for", "等待") }
    var metadata: String { say("Metadata (from the app)", "元数据（来自应用）") }
    var errorText: String { say("Error (from the app)", "错误（来自应用）") }
    var risks: String { say("Risks", "风险提示") }
    var transaction: String { say("Transaction", "交易") }
    var original: String { say("Original transaction", "原始交易") }
    var purchased: String { say("Purchased", "购买时间") }
    var expires: String { say("Expires", "到期时间") }
    var revoked: String { say("Revoked", "撤销时间") }
    var settledLate: String { say("settled late", "延迟完成") }
    var fromSource: String { say("First came from", "最初来自") }
    var ownership: String { say("Ownership", "归属") }
    var beside: String { say("Other open intents beside it", "同时进行的其他购买意向") }
    var timeline: String { say("What happened", "经过") }
    var elsewhere: String { say("What other devices see right now", "其他设备此刻看到的内容") }
    var whoElse: String { say("Who", "谁") }
    var otherDevices: String { say("other devices of this account", "本账户的其他设备") }
    var notInCatalog: String {
        say("The product is no longer in the catalog.", "该商品已不在商品目录中。")
    }
    var noTimeline: String { say("Its history is no longer kept.", "历史记录已不再保留。") }
}

// An account.
extension ConsoleWords {
    var members: String { say("Members of its group", "群组成员") }
    var role: String { say("Role", "角色") }
    var joined: String { say("Joined", "加入时间") }
    var devices: String { say("Devices", "设备") }
    var firstSeen: String { say("First seen", "首次出现") }
    var lastSeen: String { say("Last seen", "最近出现") }
    var intents: String { say("Intents", "购买意向") }
    var newestFifty: String { say("The newest fifty", "最近五十条") }
    var transactions: String { say("Transactions", "交易") }
    var token: String { say("App account token", "应用账户令牌") }
    var deviceView: String { say("What its devices see now", "其设备当前看到的内容") }
    var button: String { say("Purchase button", "购买按钮") }
    var heldBy: String { say("Held by", "占用者") }
    var entitlements: String { say("What it may use", "可使用的权益") }
    var renews: String { say("Renews", "自动续订") }
    var thisAccount: String { say("this account", "本账户") }
    var otherMember: String { say("another member", "其他成员") }
    var holdsNow: String { say("What is going on right now", "当前进行中的") }
    var holdsCaption: String {
        say(
            "Open intents of everybody in its group, and released ones that are kept closed",
            "群组所有成员进行中的购买意向，以及解除后仍保持关闭的")
    }
    var incidentsOfAccount: String { say("open ones of this account", "本账户未处理的异常") }
    var closes: String { say("Closes for this account", "对本账户锁住") }
    var until: String { say("Until", "至") }
}

// Incidents, the audit, searching.
extension ConsoleWords {
    var seen: String { say("Last seen", "最近出现") }
    var times: String { say("Times", "次数") }
    var kind: String { say("Kind", "类型") }
    var detail: String { say("Detail", "详情") }
    var resolution: String { say("Resolution", "处理结果") }
    var resolve: String { say("Resolve", "标记为已处理") }
    var resolved: String { say("Resolved.", "已处理。") }
    var alreadyResolved: String { say("Resolved already", "早已处理") }
    var alreadyResolvedText: String {
        say(
            "Somebody resolved this incident before you did. Nothing was changed.",
            "在您之前已经有人处理了此异常。未做任何更改。")
    }
    var notKept: String { say("Your words, which were not kept", "您填写的内容（未保存）") }
    var resolvedAt: String { say("Resolved", "处理时间") }
    var resolveReason: String { say("How it was resolved", "如何处理的") }

    var auditCaption: String {
        say(
            "What was done to this app with its keys and at the command line, the newest first",
            "使用此应用的密钥或通过命令行所做的操作，最新的在前")
    }
    var when: String { say("When", "时间") }
    var who: String { say("Who", "操作者") }
    var act: String { say("Act", "操作") }
    var subject: String { say("To what", "对象") }
    var why: String { say("Why", "原因") }
    var changes: String { say("What it changed", "变更内容") }
    var fromDay: String { say("From (day, UTC)", "起始日期（UTC）") }
    var toDay: String { say("To (day, UTC)", "截止日期（UTC）") }
    var forgottenAccount: String { say("a forgotten account", "已删除的账户") }

    var search: String { say("Search", "搜索") }
    var found: String { say("Found", "结果") }
    var nobodys: String { say("nobody's yet", "暂无归属") }
}
