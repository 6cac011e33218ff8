import InterlockAPI

// The time zone, and what the script says.
extension ConsoleWords {
    var timesIn: String { say("Times in ", "时间所在时区：") }
    var zone: String { say("Time zone", "时区") }
    var zoneChange: String { say("Change the time zone", "更改时区") }
    var zoneChoose: String { say("Use it", "使用") }
    /// Names a part of the world by the word of the time zone database.
    func region(_ name: String) -> String {
        switch name {
        case "Africa": say("Africa", "非洲")
        case "America": say("America", "美洲")
        case "Antarctica": say("Antarctica", "南极洲")
        case "Arctic": say("Arctic", "北极")
        case "Asia": say("Asia", "亚洲")
        case "Atlantic": say("Atlantic", "大西洋")
        case "Australia": say("Australia", "澳大利亚")
        case "Europe": say("Europe", "欧洲")
        case "Indian": say("Indian Ocean", "印度洋")
        case "Pacific": say("Pacific", "太平洋")
        default: name
        }
    }
    var oldZones: String { say("Older and other names", "旧名称和其他名称") }
    var zoneHint: String {
        say(
            "UTC stands on each time where you point at it. A cookie of this browser keeps the choice.",
            "将指针停在时间上可查看 UTC。所选时区保存在此浏览器的 Cookie 中。")
    }
    var zoneWrong: String {
        say("The service knows no such time zone.", "服务器上没有这个时区。")
    }
    var liveUpdated: String { say("The page was brought up to date.", "页面已更新。") }
    var liveHeld: String {
        say(
            "Something here has changed; it is shown once you are done with the form.",
            "页面内容有变化，完成或清空表单后会显示。")
    }
    var liveFailed: String {
        say("The page can't be kept up to date right now.", "暂时无法更新页面。")
    }
    var liveEnded: String {
        say("Your session has ended. Load the page again to sign in.", "会话已结束。请重新加载页面并登录。")
    }

    /// The hour and minute of an instant.
    func hour(_ time: Timestamp) -> String { String(clock.text(time).dropFirst(11).prefix(5)) }
}
