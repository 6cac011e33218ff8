// All that the console says, each word once in English and once in Chinese, side by side.
//
// To add a word: a property (a function where there are numbers in it) in the extension of its screen, with
// `say("English", "中文")`, and nothing else. Words of the API that a page shows (statuses, kinds, members of a
// detail) go through `plain`; their Chinese stands in ConsoleTerms. No other file of the console has words of
// its own: ConsoleLanguagePromises reads every screen in Chinese and finds what has stayed English. Write the
// Chinese as a support person would say it: short, 您 for the reader, a space around numbers and Latin words.
import Authentication
import InterlockAPI

/// How the console speaks to one reader.
struct ConsoleWords: Sendable {
    let language: ConsoleLanguage
    /// By whose clocks times are said.
    let clock: ConsoleZone

    init(_ language: ConsoleLanguage, _ clock: ConsoleZone = .utc) {
        self.language = language
        self.clock = clock
    }

    static let english = ConsoleWords(.english)

    func say(_ english: String, _ chinese: String) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }

    /// Names a word of the API's: readable in English, translated where Chinese has a term. An unknown one stays
    /// what it is.
    func plain(_ word: String) -> String {
        let english = word.replacing("_", with: " ")
        return say(english, ConsoleTerms.chinese[word] ?? english)
    }

    /// Names some words of the API's, one after the other.
    func plain(_ words: [String]) -> String { list(words.map(plain)) }

    /// Joins what stands beside each other.
    func list(_ parts: [String]) -> String { parts.joined(separator: comma) }

    var comma: String { say(", ", "、") }

    /// Names what a value is of.
    func named(_ name: String, _ value: String) -> String { say("\(name): ", "\(name)：") + value }

    func brackets(_ text: String) -> String { say("(\(text))", "（\(text)）") }

    /// What is said aside, behind something.
    func aside(_ text: String) -> String { say(" ", "") + brackets(text) }
}

// Around each page.
extension ConsoleWords {
    var console: String { say("Interlock console", "Interlock 控制台") }
    var skip: String { say("Skip to the content", "跳到正文") }
    var overview: String { say("Overview", "概览") }
    var locks: String { say("Locks", "锁定") }
    var incidents: String { say("Incidents", "异常") }
    var audit: String { say("Audit", "操作记录") }
    var searchHint: String {
        say(
            "Whole id of an account, intent, group or transaction, or app account token",
            "账户、购买意向、群组或交易的完整编号，或应用账户令牌")
    }
    var searchExact: String {
        say(
            """
            The whole id is needed, exactly as it is: of an account, an intent, a group or a transaction, or \
            an app account token. Blanks around it don't matter.
            """,
            "请输入完整且准确的编号：账户、购买意向、群组或交易的编号，或应用账户令牌。前后的空格会被忽略。")
    }
    var find: String { say("Find", "查找") }
    var signOut: String { say("Sign out", "退出登录") }
    var none: String { say("none", "无") }
    var unknown: String { say("unknown", "未知") }
    var yes: String { say("yes", "是") }
    var no: String { say("no", "否") }
    var any: String { say("any", "不限") }
    var filter: String { say("Filter", "筛选") }
    var clear: String { say("Clear", "清除条件") }
    var nextPage: String { say("Next page", "下一页") }
    var firstPage: String { say("First page", "第一页") }
    var nothingFound: String { say("Nothing found.", "没有找到。") }
}

// Signing in.
extension ConsoleWords {
    var app: String { say("App", "应用") }
    var appChoose: String { say("Go", "前往") }
    var appAdd: String { say("Sign in to another app", "登录另一个应用") }
    var sessionsHere: String { say("This browser has sessions already:", "此浏览器中已有会话：") }
    var appOpen: String { say("Go to", "前往") }
    var signOutOfAll: String { say("Sign out of all", "全部退出登录") }
    var signIn: String { say("Sign in", "登录") }
    var key: String { say("Key", "密钥") }
    var keyHint: String {
        say(
            "A key with the role viewer, operator or admin (it begins with ilk_).",
            "角色为查看者、操作员或管理员的密钥（以 ilk_ 开头）。")
    }
    var wrongKey: String { say("This key doesn't open the console.", "此密钥无法登录控制台。") }
    var tooManyTries: String {
        say(
            "Too many wrong keys from this address. Wait a minute and try again.",
            "该地址输错密钥的次数过多，请一分钟后再试。")
    }
    var staleForm: String {
        say("The form was out of date. Please try again.", "页面已过期，请重试。")
    }
    var signedOut: String { say("You are signed out.", "您已退出登录。") }
}

// Refusals.
extension ConsoleWords {
    var notFoundTitle: String { say("Not found", "未找到") }
    var notFoundText: String {
        say("There is no such thing in this app, or no longer.", "此应用中没有这项内容，或已不再保留。")
    }
    var noSuchPage: String {
        say("The console has no page at this address.", "控制台没有此网址对应的页面。")
    }
    var formOnlyTitle: String { say("This address takes forms only", "此网址只接受表单") }
    var formOnlyText: String {
        say(
            "It can't be opened or reloaded by itself. Go back to the page with the form.",
            "不能直接打开或刷新。请返回表单所在的页面。")
    }
    var tooLargeTitle: String { say("That is too large", "内容过大") }
    var tooLargeText: String {
        say(
            "The form holds more than this page takes. Nothing was changed.",
            "表单内容超出了此页面的上限。未做任何更改。")
    }
    var tooLongTitle: String { say("The address is too long", "网址过长") }
    var tooLongText: String {
        say("Shorten what you search or filter by.", "请缩短搜索或筛选的内容。")
    }
    var forbiddenTitle: String { say("Not allowed", "没有权限") }
    var forbiddenText: String {
        say("The role of your key doesn't allow this.", "您的密钥所属角色不允许此操作。")
    }
    var forgedTitle: String { say("The form can't be accepted", "无法接受此表单") }
    var forgedText: String {
        say(
            """
            It wasn't made for this session: it is old, or another tab has chosen another app. Go back, load the \
            page again and repeat.
            """, "该表单不属于当前会话：它已过期，或另一个标签页切换了应用。请返回并重新加载页面，然后再操作一次。")
    }
    var malformedTitle: String { say("That can't be read", "无法识别") }
    var malformedText: String {
        say(
            "Something in the address or the form is not as it should be.",
            "网址或表单中的内容不正确。")
    }
    var changedTitle: String { say("Somebody changed it", "内容已被他人更改") }
    var changedText: String {
        say(
            """
            It is not as it was when you looked at it, so nothing was done. Look at it again, then decide.
            """, "它和您查看时已不一样，因此未做任何更改。请重新查看后再决定。")
    }
    var closedTitle: String { say("It is closed already", "已经结束") }
    var closedText: String {
        say(
            "This intent ended before you released it. Nothing was changed.",
            "此购买意向在您解除之前已经结束。未做任何更改。")
    }
    var failedTitle: String { say("This didn't work", "操作未成功") }
    var failedText: String {
        say(
            "The service couldn't answer. Try again in a moment.", "服务暂时无法响应，请稍后再试。")
    }
    var lookAgain: String { say("Look at it again", "重新查看") }
    var back: String { say("Back to the overview", "返回概览") }
}
