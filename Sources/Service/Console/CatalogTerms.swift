/// The Chinese for what the rules of a catalog say: quoted names and numbers stand as `{}`.
enum CatalogTerms {
    /// Translates a message; nil where there is none for it.
    static func chinese(_ message: String) -> String? {
        for (start, translation) in lists where message.hasPrefix(start) {
            return translation + message.dropFirst(start.count)
        }
        let values = message.matches(of: /"[^"]*"|[0-9]+/).map { String($0.output) }
        let template = message.replacing(/"[^"]*"|[0-9]+/, with: "{}")
        guard let translation = messages[template] else { return nil }
        let parts = translation.split(separator: "{}", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index < values.count && index < parts.count - 1 ? part + values[index] : String(part)
        }.joined()
    }

    /// What a list of words follows.
    private static let lists = [
        ("must be one of ", "必须是以下之一："), ("must be above zero and at most ", "必须大于零且不超过 "),
        ("is no deadline; known are ", "不是期限名称，可用的有："),
    ]

    private static let messages = [
        "must be at most {} bytes long": "最长 {} 字节",
        "the body is not JSON (at byte {})": "不是有效的 JSON（第 {} 字节处）",
        "the body is not valid UTF-{} (at byte {})": "不是有效的 UTF-{}（第 {} 字节处）",
        "the body is nested more than {} deep": "嵌套超过 {} 层",
        "must be an object": "必须是对象", "must be an array": "必须是数组",
        "must be a string": "必须是字符串", "must be true or false": "必须是 true 或 false",
        "is required": "缺少此项", "must not be empty": "不能为空",
        "must not have control characters": "不能含有控制字符",
        "must not begin or end with white space": "开头和结尾不能有空白",
        "must have at most {} elements": "最多 {} 个元素",
        "must be a whole number from {} to {}": "必须是 {} 到 {} 的整数",
        "must be an ISO {} duration above zero, such as P{}M":
            "必须是大于零的 ISO {} 时长，例如 P{}M",
        "must be an ISO {} duration without months or years, such as PT{}M":
            "必须是不含年和月的 ISO {} 时长，例如 PT{}M",
        "must name at least one set; leave it out for the default":
            "至少要有一个互斥组；使用默认值时请省略此项",
        "names {} a second time": "重复列出了 {}",
        "must be a word of a-z, {}-{} and _, at most {} bytes":
            "只能由 a-z、{}-{} 和 _ 组成，最长 {} 字节",
        "must not be shorter than reserved": "不能短于预留期限",
        "{} is products[{}] already": "{} 已在 products[{}] 中",
        "{} is exclusion_sets[{}] already": "{} 已在 exclusion_sets[{}] 中",
        "the pair stands in owned_rules[{}] already": "这一组合已在 owned_rules[{}] 中",
        "the store groups auto_renewable products only": "商店只对自动续订订阅分组",
        "is missing: changes between plans of one group can't be told":
            "缺少此项：无法识别同一群组内的方案变更",
        "is missing: this product will never end": "缺少此项：该商品将永不到期",
        "would be {} by default, which other products are in; say which":
            "默认会是 {}，但已有其他商品在其中，请明确指定",
        "{} are in set {}; at most {} may be": "有 {} 个商品属于互斥组 {}，最多只能有 {} 个",
        "{} are in subscription group {}; at most {} may be":
            "有 {} 个商品属于订阅群组 {}，最多只能有 {} 个",
        "no product is in {}": "没有商品属于 {}", "no product {}": "没有商品 {}",
        "set {} has family-shareable and other products; say its audience in exclusion_sets":
            "互斥组 {} 中既有可家人共享的商品也有不可共享的，请在 exclusion_sets 中指定范围",
        "is ignored: what is blocked carries none": "将被忽略：不可购买时不带风险提示",
        "the two products share no exclusion set": "这两个商品没有共同的互斥组",
        "a consumable is never owned": "消耗型商品不会被拥有",
        "is not known and ignored": "无法识别，将被忽略",
    ]
}
