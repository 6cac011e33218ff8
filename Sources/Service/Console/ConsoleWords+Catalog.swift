import Coordination
import InterlockAPI
import Storage

// The catalog.
extension ConsoleWords {
    var catalog: String { say("Catalog", "商品目录") }
    var catalogEdit: String { say("Edit the catalog", "编辑商品目录") }
    var catalogDocument: String { say("The document (JSON)", "目录文档（JSON）") }
    var catalogHint: String {
        say(
            "Change it here or paste another one. What would change is shown before anything does.",
            "可在此修改或粘贴新的文档。应用之前会先列出将要发生的变化。")
    }
    var catalogCompare: String { say("Show what would change", "查看将发生的变化") }
    var catalogChanges: String { say("Changes to the catalog", "商品目录的变化") }
    func catalogWouldChange(_ revision: Int64) -> String {
        say("Against revision \(revision)", "与第 \(revision) 版相比")
    }
    func more(_ count: Int) -> String { say("And \(count) more.", "另有 \(count) 项。") }
    var catalogApply: String { say("Apply", "应用") }
    var catalogSame: String { say("Nothing would change.", "没有任何变化。") }
    var catalogConsequences: String {
        say(
            """
            Devices see the new catalog at once. Locks that are held stay; a product that is removed can't be \
            bought any more.
            """, "设备会立即看到新的目录。已占用的锁保持不变；被移除的商品将不能再购买。")
    }
    var catalogWrong: String {
        say(
            "This document can't be taken. Nothing was changed.", "此文档有误，无法采用。未做任何更改。")
    }
    var catalogStale: String {
        say(
            """
            Somebody else changed the catalog meanwhile, so nothing was done. Below is what your document \
            would change now.
            """, "目录已被他人更改，因此未做任何更改。以下是您的文档相对于当前目录的变化。")
    }
    var catalogApplied: String {
        say("Applied. Devices that wait were told.", "已应用，并已通知正在等待的设备。")
    }
    var catalogUnchanged: String {
        say("It was the same already; nothing changed.", "内容与原来相同，没有变化。")
    }
    var revision: String { say("Revision", "版本") }
    var warnings: String { say("Warnings", "警告") }
    var cancel: String { say("Cancel", "取消") }
    var products: String { say("Products", "商品") }
    var subscriptionGroup: String { say("Subscription group", "订阅群组") }
    var level: String { say("Level", "级别") }
    var familyShareable: String { say("Family sharing", "家人共享") }
    var duration: String { say("Duration", "时长") }
    var set: String { say("Set", "互斥组") }
    var locksFor: String { say("Locks and owns for", "锁定和拥有的范围") }
    var ownedRules: String { say("Exceptions while owning", "已拥有时的例外规则") }
    var ownedRulesHint: String {
        say(
            "Pairs for which the default rules don't hold: who owns the one and wants the other.",
            "以下商品组合不采用默认规则：已拥有前者、想购买后者时。")
    }
    var ownedOne: String { say("Owned", "已拥有") }
    var wantedOne: String { say("Wanted", "想购买") }
    var rule: String { say("Rule", "规则") }
    var billingRetryEntitles: String {
        say("A subscription in billing retry counts as owned.", "扣款重试期间的订阅仍视为已拥有。")
    }
    var deadlines: String { say("Deadlines", "期限") }

    func audience(_ audience: Audience) -> String {
        switch audience {
        case .group: say("the whole group", "整个群组")
        case .account: say("each account alone", "每个账户各自")
        }
    }

    /// Names one of the catalog's deadlines.
    func deadline(_ name: String) -> String {
        switch name {
        case "reserved": say("Reserved", "预留")
        case "reserved_total": say("Reserved, with all renewals", "预留（含全部续期）")
        case "pending": say("Pending, from the last report", "等待批准（自上次报告起）")
        case "confirming": say("Confirming", "确认中")
        case "late_settlement": say("Late settlement after closing", "结束后的延迟完成")
        case "unresolved_risk": say("Warning of an unresolved request", "未了结请求的提示")
        default: plain(name)
        }
    }

    func change(_ change: CatalogDifference.Change) -> String {
        switch change {
        case .added: say("added", "新增")
        case .removed: say("removed", "移除")
        case .changed: say("changed", "更改")
        }
    }

    /// How many intents of a product that goes are open.
    func stillOpen(_ count: Int64) -> String {
        if count == 0 { return say("No open intents.", "没有进行中的购买意向。") }
        let isMore = count >= IntentStore.mostCounted
        let number = isMore ? say("\(count) or more", "\(count) 个以上") : "\(count)"
        return say(
            "Open intents of it: \(number). They stay, and may still be completed.",
            "进行中的购买意向：\(number)\(isMore ? "" : " 个")。它们会保留，仍可能完成。")
    }

    /// Says a member's value in a difference: its words and durations readable, ids as they are.
    func catalogValue(_ text: String, of member: String) -> String {
        switch member {
        case "kind", "rule", "risk": plain(text)
        case "audience": Audience(rawValue: text).map(audience) ?? plain(text)
        case "family_shareable", "entitles": text == "true" ? yes : text == "false" ? no : text
        case "exclusion_sets":
            list(text.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init))
        case "length", "duration": ISODuration(text).map(duration) ?? text
        default: text
        }
    }

}
