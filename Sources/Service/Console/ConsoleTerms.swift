/// The Chinese for the API's own words that pages show: values of closed sets, and names of members.
enum ConsoleTerms {
    static let chinese: [String: String] =
        parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    static let parts = [states, causes, members]

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

    /// Members of incidents' details and of audit subjects.
    private static let members = [
        "intent_id": "购买意向", "incident_id": "异常", "transaction_id": "交易",
        "original_transaction_id": "原始交易", "product_id": "商品", "device_id": "设备",
        "account_id": "账户", "owner_id": "所有者",
        "claimant_id": "申领者", "uploader_id": "上传者", "token_id": "令牌所属账户",
        "ownership_type": "归属", "source": "来源", "reserved_at": "预留时间", "gone": "设备失联",
        "closed_at": "结束时间", "settled_at": "完成时间", "purchased_at": "购买时间",
        "expires_at": "到期时间", "starts_at": "开始时间", "environment": "环境",
        "product": "商品", "exclusion_set": "互斥组", "owned_rule": "例外规则",
        "deadline": "期限", "length": "时长", "exclusion_sets": "互斥组", "audience": "范围",
        "subscription_group": "订阅群组", "level": "级别", "family_shareable": "家人共享",
        "duration": "时长", "rule": "规则", "risk": "风险提示", "entitles": "视为已拥有",
        "purchases": "购买", "waits_for": "在等待", "token": "应用账户令牌", "others": "其他",
        "reason": "原因", "kind": "类型", "line": "购买线", "status": "状态",
        "key_id": "密钥", "label": "标签", "times": "次数", "account": "账户", "owner": "所有者",
        "into": "并入账户", "claims": "占用的锁", "risk_until": "风险提示截止", "delay_until": "延迟开放至",
        "pending_reason": "等待原因", "resolution": "处理结果", "devices": "设备数",
        "open_intents": "未了结的购买意向", "purchase_lines": "购买线数",
        "apple_id": "苹果应用标识", "environments": "环境", "bundle_ids": "套装标识", "roots": "根证书",
        "token_keys_hash": "令牌公钥的哈希", "issuer_id": "签发者标识", "store_key_id": "商店密钥标识",
        "role": "角色", "revision": "版本", "products_added": "新增商品",
        "products_removed": "移除商品", "products_changed": "变更商品", "members_changed": "变更部分",
        "owned_rules": "已拥有规则", "deadlines": "期限", "billing_retry_entitles": "扣款重试期间可用",
    ]
}
