// interlock: the one executable — the service and every command that sets it up, looks at it or acts
// on it. It may import every layer below; nothing imports it.
//
// CommandLine/ reads arguments and settings and knows no command; Commands/ has one file for each
// command noun; Demo/ is the story that `interlock demo` plays.
import Glibc

@main
struct Interlock {
    static func main() async {
        // A reader that went away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(Swift.CommandLine.arguments.dropFirst())
        exit(await CommandRun(arguments: arguments, settings: .process).run())
    }
}
