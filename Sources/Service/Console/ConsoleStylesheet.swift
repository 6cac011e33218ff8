import HTTPServer

/// The one stylesheet of the console: no build step, nothing from elsewhere. Texts have a contrast of at least
/// 4.5 to 1 on their ground and fields' edges 3 to 1, in both schemes; BrowserTests measures it.
enum ConsoleStylesheet {
    static func read(_ exchange: RouteHandler.Exchange) async throws -> HTTPResponse {
        ConsolePage.asset(text, type: "text/css; charset=utf-8")
    }

    static let text = [base, frame, pieces, timeline, forms, chart, widths].joined(separator: "\n")

    /// Colours, and elements wherever they stand.
    static let base = """
        :root {
          color-scheme: light dark;
          --ground: #f5f6f8; --card: #ffffff; --sunk: #f8f9fb; --text: #1b2230; --quiet: #545e71;
          --line: #dfe3ea; --control: #79839a; --link: #1a56b0; --hover: #f2f5fa;
          --good: #176639; --good-ground: #e2f3e8; --warn: #7a4b00; --warn-ground: #fcefd4;
          --bad: #a01c22; --bad-ground: #fbe4e4; --calm: #3a4760; --calm-ground: #e8ecf3;
          --action: #1a56b0; --action-text: #ffffff; --action-hover: #15468f;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #11151b; --card: #191f28; --sunk: #141a22; --text: #e3e7ee; --quiet: #a2acbc;
            --line: #2d3643; --control: #74819a; --link: #8ab8ff; --hover: #202835;
            --good: #8fdcac; --good-ground: #16331f; --warn: #f3c676; --warn-ground: #3a2a0b;
            --bad: #ffa3a3; --bad-ground: #43191c; --calm: #c3ccdb; --calm-ground: #293241;
            --action: #8ab8ff; --action-text: #0d1420; --action-hover: #abccff;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; scroll-padding: 3.5em 0; }
        body {
          margin: 0; background: var(--ground); color: var(--text); font-size: .9375rem;
          line-height: 1.45; font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
            "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;
        }
        a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: 1px; }
        a:hover { text-decoration-thickness: 2px; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75em; overflow-wrap: anywhere; }
        h2 { font-size: 1.05rem; margin: 0 0 .6em; }
        h3 { font-size: .9375rem; margin: 1.3em 0 .4em; }
        h2 + h3 { margin-top: .8em; }
        p { margin: 0 0 .8em; }
        ul { margin: 0 0 .8em; padding-left: 1.2em; }
        li { margin: .15em 0; max-width: 64rem; }
        .plain-list { list-style: none; margin: 0; padding: 0; }
        code {
          font: .875em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          overflow-wrap: anywhere;
        }
        time { font-variant-numeric: tabular-nums; white-space: nowrap; }
        """

    /// What stands around each page, and the cards that it is made of.
    static let frame = """
        .skip { position: absolute; left: -999em; }
        .skip:focus {
          left: .75rem; top: .75rem; z-index: 3; padding: .5em 1em; background: var(--card);
          border-radius: 6px;
        }
        .bar {
          display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; align-items: center;
          padding: .5rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line);
        }
        .brand { font-weight: 650; }
        .brand bdi { font-weight: 400; color: var(--quiet); margin-left: .25em; }
        /* Which app it is stands in the chooser beside it; once is enough for the eye. */
        .brand:has(+ .who) bdi {
          position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap;
        }
        .links {
          display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 0; padding: 0;
          list-style: none;
        }
        .links li { margin: 0; }
        .links a {
          display: block; padding: .35em 0 .25em; text-decoration: none;
          border-bottom: 2px solid transparent;
        }
        .links a:hover { border-bottom-color: var(--line); }
        .links a[aria-current] {
          color: var(--text); font-weight: 550; border-bottom-color: var(--link);
        }
        main > nav { margin: 0 0 1rem; }
        .find { display: flex; flex: 1 1 11rem; max-width: 26rem; gap: .4rem; margin-left: auto; }
        .find input { flex: 1; min-width: 0; }
        .who { display: flex; gap: .75rem; align-items: center; color: var(--quiet); }
        .who span { overflow-wrap: anywhere; }

        main { max-width: 84rem; margin: 0 auto; padding: 1.25rem; }
        main.narrow, header.narrow { max-width: 30rem; margin: 0 auto; padding: 1rem 1.25rem; }
        header.narrow { padding-top: 9vh; color: var(--quiet); }
        .card {
          background: var(--card); border: 1px solid var(--line); border-radius: 8px;
          padding: 1rem 1.15rem; margin: 0 0 1rem;
        }
        .card > :last-child, .card > :last-child > :last-child { margin-bottom: 0; }
        .card > :first-child { margin-top: 0; }
        .narrow .card { padding: 1.35rem; }
        """
}
