import InterlockAPI

// Keys.
extension ConsoleWords {
    var keys: String { say("Keys", "密钥") }
    var keysCaption: String {
        say(
            "Keys of this app, the newest first; when they were last used, within the hour",
            "此应用的密钥，最新的在前；最近使用时间精确到小时")
    }
    var label: String { say("Label", "标签") }
    var labelHint: String { say("Label: who or what it is for", "标签：给谁用、用于什么") }
    var lastUsed: String { say("Last used", "最近使用") }
    var labelWrong: String {
        say(
            "Say whom or what the key is for, in at most 128 bytes without control characters.",
            "请填写密钥的用途，最多 128 字节，不含控制字符。")
    }
    var labelSecret: String {
        say(
            """
            Something in the label looks like a key, a token or a signed transaction. It was not kept and isn't \
            shown again: write the label without it.
            """, "标签中有内容看起来像密钥、令牌或已签名的交易，既未保存，也不再显示。请重新填写，不要包含这类内容。")
    }
    var keyOwn: String { say("your session's", "当前会话所用") }
    var keyCreate: String { say("Make a key", "创建密钥") }
    var keyCreateButton: String { say("Make it", "创建") }
    var keyCreated: String { say("A new key", "新密钥") }
    var keyOnce: String {
        say(
            "Copy it now. It is not stored and not shown again.",
            "请立即复制。密钥不会被保存，也不会再次显示。")
    }
    var keyMadeBefore: String {
        say(
            """
            This form has made its key already, and the key was shown then. If nobody copied it, revoke it and \
            make another.
            """, "此表单已创建过密钥，密钥当时已显示。如果没有人复制它，请将其撤销并另建一个。")
    }
    var keyRevoke: String { say("Revoke", "撤销") }
    var keyRevokeButton: String { say("Revoke it for good", "永久撤销") }
    var keyRevoked: String { say("Revoked.", "已撤销。") }
    var keyRevokeMeans: String {
        say(
            """
            Whoever uses this key is refused from now on, and sessions of the console that were opened with it \
            end. This can't be undone.
            """, "使用此密钥的请求将立即被拒绝，用它登录的控制台会话也会结束。此操作无法撤回。")
    }
    var keyRevokeOwn: String {
        say(
            "You are signed in with this key: revoking it ends your own session.",
            "您正是用此密钥登录的：撤销它会结束您自己的会话。")
    }
    var keyRevokeOwnYes: String {
        say("Yes, I can sign in with another one.", "是的，我可以用其他密钥登录。")
    }

    /// Names a role and what it may do.
    func roleMeans(_ role: KeyRole) -> String {
        switch role {
        case .service: say("service: your backend", "服务：您的后端")
        case .viewer: say("viewer: looks only", "查看者：只能查看")
        case .operator: say("operator: looks, releases, resolves", "操作员：查看、解除、处理")
        case .admin: say("admin: all of it, catalog and keys too", "管理员：全部，含目录和密钥")
        }
    }
}
