import Glibc

/// How large the terminal of standard output is.
struct TerminalSize {
    let columns: Int
    let lines: Int

    /// As it now is; 80 by 24 where it doesn't say.
    static var current: TerminalSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return TerminalSize(columns: 80, lines: 24) }
        return TerminalSize(columns: Int(size.ws_col), lines: Int(size.ws_row))
    }
}
