import Storage

// What was done, and what it changed, as a support person says it.
extension ConsoleWords {
    /// Names an act of the audit; one of another program's stays what it is.
    func act(_ name: String) -> String {
        switch AuditAct(rawValue: name) {
        case .forgetAccount: say("Forgot an account", "删除账户")
        case .mergeAccount: say("Merged an account into another", "合并账户")
        case .createApp: say("Created the app", "创建应用")
        case .setStoreAccess: say("Changed how the store is asked", "更改商店访问设置")
        case .updateApp: say("Changed the app's settings", "修改应用设置")
        case .applyCatalog: say("Changed the catalog", "更新商品目录")
        case .resolveIncident: say("Resolved an incident", "处理异常")
        case .releaseIntent: say("Released a lock", "解除锁定")
        case .createKey: say("Created a key", "创建密钥")
        case .revokeKey: say("Revoked a key", "撤销密钥")
        case .transferTransaction: say("Gave a purchase to another account", "将购买转给其他账户")
        case nil: plain(name)
        }
    }

    /// Names a member of an audit's record or of an incident's detail.
    func member(_ name: String) -> String {
        ConsoleMembers.names[name].map { say($0.english, $0.chinese) } ?? plain(name)
    }
}
