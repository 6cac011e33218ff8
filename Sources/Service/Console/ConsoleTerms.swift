/// The Chinese for the API's own words that pages show as values; names of members are in ``ConsoleMembers``.
enum ConsoleTerms {
    static let chinese: [String: String] =
        parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    static let parts = [states, causes, catalog]

    /// Of intents, products, entitlements, incidents.
    private static let states = [
        "reserved": "已预留", "pending": "等待批准", "confirming": "确认中", "completed": "已完成",
        "cancelled": "已取消", "failed": "失败", "expired": "已过期", "released": "已解除",
        "stuck": "卡住", "owned": "已拥有", "blocked": "不可购买", "locked": "已锁定",
        "available": "可购买", "active": "有效", "grace_period": "宽限期",
        "billing_retry": "扣款重试中", "revoked": "已撤销", "open": "未处理", "resolved": "已处理",
        "changed": "已有变化", "closed": "已结束", "not_found": "不存在",
        "any": "全部", "purchased": "本人购买", "family_shared": "家人共享",
        "Production": "生产环境", "Sandbox": "沙盒环境",
    ]

    /// Why, by whom, from where, and what kind.
    private static let causes = [
        "ask_to_buy": "家长批准（购买前询问）", "sca": "银行验证", "unknown": "未知",
        "device": "设备", "transaction": "交易", "clock": "到时", "administrator": "管理员",
        "account": "账户", "member": "成员", "notification": "商店通知", "store": "商店查询",
        "intent": "购买意向", "token": "应用账户令牌", "absent": "无", "known": "已知",
        "deadline passed": "已到截止时间", "settled": "已完成",
        "settled late": "延迟完成",
        "the transaction is older than the intent": "这笔交易早于购买意向",
        "command_line": "命令行",
        "a conflicting purchase completed": "另一笔相互冲突的购买已完成",
        "earlier_request_unresolved": "之前的请求尚未了结",
        "subscription_keeps_renewing": "原有订阅仍会续订",
        "billing_retry_may_recover": "扣款重试可能成功", "already_active": "已在有效期内",
        "conflicting_purchase_completed": "相互冲突的购买已完成",
        "store_account_in_use": "商店账户已用于其他账户",
        "duplicate_purchase": "重复购买", "owner_conflict": "归属冲突", "unclaimed": "无主交易",
        "token_mismatch": "令牌不符", "late_settlement": "延迟完成", "scope_conflict": "群组内冲突",
        "verification_failed": "验证失败",
        "viewer": "查看者", "operator": "操作员", "admin": "管理员", "service": "服务",
        "block": "不可购买", "allow": "允许",
        "plan_change": "方案变更", "true": "是", "false": "否",
        "organizer": "组织者", "adult": "成人", "child": "儿童",
        "auto_renewable": "自动续订订阅", "non_renewing": "非续订订阅", "non_consumable": "非消耗型",
        "consumable": "消耗型", "group": "群组",
    ]

    /// Parts of a catalog, where it is said that one changed.
    private static let catalog = [
        "product": "商品", "exclusion_set": "互斥组", "exclusion_sets": "互斥组", "owned_rule": "例外规则",
        "owned_rules": "已拥有规则", "deadline": "期限", "deadlines": "期限",
        "billing_retry_entitles": "扣款重试期间可用",
    ]
}
