import InterlockAPI

// A release that keeps the sets closed for a while, and what an intent waits for.
extension ConsoleWords {
    /// Before a time, within a sentence or a cell.
    var closedUntilThen: String { say("closed to everybody until", "对所有人关闭至") }
    var openedAgain: String { say("opened again", "已重新开放") }
    var delayChanged: String {
        say("changed for how long it stays closed", "更改了关闭的时长")
    }
    var changeDelay: String { say("Kept closed after its release", "解除后仍保持关闭") }
    /// Before a time.
    var keptClosed: String {
        say("It is released, and closed to everybody until", "它已解除，并对所有人关闭至")
    }
    var viewerOnlyDelay: String {
        say(
            "Your key may look, not act. An operator can change or end this.",
            "您的密钥只能查看，不能操作。操作员可以更改或结束关闭。")
    }
    var newDelay: String { say("Keep it closed from now on for", "从现在起继续关闭") }
    var endDelay: String { say("no longer: open at once", "不再关闭，立即开放") }
    var newDelayHint: String {
        say(
            "It counts anew from now, whatever was chosen before.",
            "从现在起重新计算，与之前的选择无关。")
    }
    var changeDelayButton: String { say("Change it", "更改") }

    func waits(_ reason: PendingReason) -> String {
        switch reason {
        case .askToBuy: say("a parent's approval (Ask to Buy)", "家长批准（购买前询问）")
        case .sca:
            say(
                "the bank: the buyer has to confirm the payment there",
                "银行：购买者需要在银行完成付款验证")
        case .unknown: say("the store; it didn't say for what", "商店；未说明原因")
        }
    }
}
