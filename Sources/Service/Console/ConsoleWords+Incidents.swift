import InterlockAPI

// What each kind of incident means, and what a person does about it.
extension ConsoleWords {
    /// In a sentence each; nil for a kind that this version doesn't know.
    func meaning(of kind: String) -> String? {
        switch IncidentKind(rawValue: kind) {
        case .duplicatePurchase:
            say(
                """
                Two purchases that exclude each other are paid for and in use at once. Ask which one is to stay, \
                and help the buyer to a refund of the other at the store.
                """, "两笔互斥的购买都已付款并同时有效。请确认要保留哪一笔，并协助购买者向商店申请另一笔的退款。")
        case .ownerConflict:
            say(
                """
                A purchase that belongs to one account was brought by another one too; it stays with the first. \
                If it is the other's, an operator transfers it at the terminal; if not, nothing needs to be done.
                """, "同一笔购买已属于一个账户，又被另一个账户提交；目前仍归前者。如果应归后者，请操作员在终端转移归属；否则无需处理。")
        case .unclaimed:
            say(
                """
                The store told of a purchase that names no account we know, so nobody can use it. Ask the buyer to \
                open the app and restore purchases, or have an operator transfer it at the terminal.
                """, "商店通知了一笔购买，但其中没有我们认识的账户，因此无人可用。请让购买者打开应用并恢复购买，或请操作员在终端转移归属。")
        case .tokenMismatch:
            say(
                """
                An account brought a purchase that names another account. Ask whether one person uses both: if so, \
                have the purchase transferred or the accounts merged; if not, resolve this.
                """, "一个账户提交了标明为另一账户的购买。请确认两个账户是否为同一人使用：如果是，请转移归属或合并账户；否则标记为已处理即可。")
        case .lateSettlement:
            say(
                """
                A purchase arrived after its intent had ended; it was recorded and the account owns it. Look whether \
                the same was bought again meanwhile, and help to a refund if so.
                """, "购买在意向结束之后才到账，已照常记录并归该账户所有。请查看其间是否又买了同样的内容，如有请协助退款。")
        case .verificationFailed:
            say(
                """
                Something that was said to be the store's did not verify: a forgery, or the app's settings don't \
                fit. A single one can be resolved; if there are many, tell the developers.
                """, "声称来自商店的数据未能通过验证：可能是伪造，也可能是应用设置不符。个别出现可直接标记为已处理；大量出现请通知开发人员。")
        case .scopeConflict:
            say(
                """
                Accounts that came together in one group hold or own what excludes each other, so that one waits. \
                Ask the family which one is to stay; release the other's lock or help to a refund.
                """, "加入同一群组的账户占用或拥有互斥的内容，因此其中一个在等待。请与该家庭确认保留哪一个，并解除另一个的锁定或协助退款。")
        case nil: nil
        }
    }
}
