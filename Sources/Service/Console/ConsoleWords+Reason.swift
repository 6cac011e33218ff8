import InterlockAPI

// What is wrong with a reason.
extension ConsoleWords {
    var toReason: String { say("To the field", "前往该字段") }

    /// Never repeats what was typed.
    func says(_ fault: TypedReason.Fault) -> String {
        switch fault {
        case .empty:
            say(
                "A reason is needed: write why. Nothing was changed.",
                "请填写原因。未作任何更改。")
        case .tooLong(let count):
            say(
                "The reason is too long: it has \(count) characters, \(Bounds.reason) are the most. Nothing was changed.",
                "原因太长：有 \(count) 个字符，最多 \(Bounds.reason) 个。未作任何更改。")
        case .controlCharacter:
            say(
                """
                The reason had control characters in it, which can't be seen; copied text may bring them along. \
                They were taken out: look at it and send it again. Nothing was changed.
                """,
                "原因中含有看不见的控制字符，复制的文本有时会带上它们。现已去除，请检查后重新提交。未作任何更改。")
        case .secret:
            say(
                """
                Something in the reason looks like a key, a token or a signed transaction. It was not kept and \
                isn't shown again: write the reason without it. Nothing was changed.
                """,
                "原因中有内容看起来像密钥、令牌或已签名的交易，既未保存，也不再显示。请重新填写，不要包含这类内容。未作任何更改。")
        }
    }
}
