import HTTPServer

/// The one stylesheet of the console. Colours have a contrast of at least 4.5 to 1 on their ground, in both
/// schemes.
enum ConsoleStylesheet {
    static func read(_ exchange: RouteHandler.Exchange) async throws -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "text/css; charset=utf-8"),
                ("Cache-Control", "private, max-age=300"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: Array(text.utf8))
    }

    static let text = """
        :root {
          color-scheme: light dark;
          --ground: #f6f7f9; --card: #ffffff; --text: #1c2330; --quiet: #566074;
          --line: #d8dde6; --link: #1a56b0; --focus: #1a56b0;
          --good: #176639; --good-ground: #e2f3e8; --warn: #7a4b00; --warn-ground: #fcefd4;
          --bad: #a01c22; --bad-ground: #fbe4e4; --calm: #3a4760; --calm-ground: #e8ecf3;
          --action: #1a56b0; --action-text: #ffffff;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #12161d; --card: #1a2029; --text: #e4e8ef; --quiet: #a3adbd;
            --line: #323b49; --link: #8ab8ff; --focus: #8ab8ff;
            --good: #8fdcac; --good-ground: #16331f; --warn: #f3c676; --warn-ground: #3a2a0b;
            --bad: #ffa3a3; --bad-ground: #43191c; --calm: #c3ccdb; --calm-ground: #293241;
            --action: #8ab8ff; --action-text: #0d1420;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; background: var(--ground); color: var(--text);
          font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        a { color: var(--link); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
        .skip { position: absolute; left: -999em; }
        .skip:focus { left: 1em; top: 1em; background: var(--card); padding: .5em 1em; z-index: 1; }
        .bar {
          display: flex; flex-wrap: wrap; gap: .5em 1.25em; align-items: center;
          padding: .6em 1.25em; background: var(--card); border-bottom: 1px solid var(--line);
        }
        .brand { font-weight: 650; }
        .links { display: flex; flex-wrap: wrap; gap: 1em; margin: 0; padding: 0; list-style: none; }
        .links a { text-decoration: none; padding: .2em 0; }
        .links a[aria-current] { color: var(--text); border-bottom: 2px solid var(--focus); }
        .find { display: flex; gap: .4em; align-items: center; margin-left: auto; }
        .find input { width: 22em; max-width: 50vw; }
        .who { display: flex; gap: .8em; align-items: center; color: var(--quiet); }
        main { max-width: 78em; margin: 0 auto; padding: 1.25em; }
        main.narrow { max-width: 30em; padding-top: 12vh; }
        h1 { font-size: 1.45em; margin: 0 0 .7em; overflow-wrap: anywhere; }
        h2 { font-size: 1.08em; margin: 0 0 .6em; }
        h3 { font-size: 1em; margin: 0 0 .4em; }
        .card {
          background: var(--card); border: 1px solid var(--line); border-radius: 8px;
          padding: 1em 1.15em; margin: 0 0 1.1em;
        }
        .figures { display: grid; gap: .9em; grid-template-columns: repeat(auto-fit, minmax(10em, 1fr)); }
        .figure {
          background: var(--card); border: 1px solid var(--line); border-radius: 8px;
          padding: .8em 1em; margin: 0;
        }
        .figures { margin: 0 0 1.1em; }
        .number { display: block; font-size: 1.9em; font-weight: 600; font-variant-numeric: tabular-nums; }
        .scroll { overflow-x: auto; }
        table { width: 100%; border-collapse: collapse; }
        caption { text-align: left; color: var(--quiet); padding: 0 0 .5em; }
        th, td { text-align: left; vertical-align: top; padding: .42em .9em .42em 0; }
        th { color: var(--quiet); font-weight: 550; font-size: .9em; white-space: nowrap; }
        tr + tr td, thead + tbody td { border-top: 1px solid var(--line); }
        td { overflow-wrap: anywhere; min-width: 5em; }
        time { font-variant-numeric: tabular-nums; white-space: nowrap; }
        .facts { display: grid; grid-template-columns: max-content 1fr; gap: .3em 1.2em; margin: 0; }
        .facts dt { color: var(--quiet); }
        .facts dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
        code { font: .92em ui-monospace, "DejaVu Sans Mono", Menlo, monospace; overflow-wrap: anywhere; }
        .badge {
          display: inline-block; padding: .05em .55em; border-radius: 1em; font-size: .88em;
          background: var(--calm-ground); color: var(--calm); white-space: nowrap;
        }
        .badge.good { background: var(--good-ground); color: var(--good); }
        .badge.warn { background: var(--warn-ground); color: var(--warn); }
        .badge.bad { background: var(--bad-ground); color: var(--bad); }
        .badge + .badge { margin-left: .35em; }
        .quiet { color: var(--quiet); }
        .notice, .error { padding: .6em .9em; border-radius: 6px; margin: 0 0 1.1em; }
        .notice { background: var(--good-ground); color: var(--good); }
        .error { background: var(--bad-ground); color: var(--bad); }
        label { font-weight: 550; }
        input, select, textarea, button { font: inherit; color: inherit; }
        input, select, textarea {
          background: var(--ground); border: 1px solid var(--quiet); border-radius: 5px;
          padding: .35em .55em;
        }
        textarea, .narrow input { display: block; width: 100%; margin: .3em 0 .8em; }
        button {
          background: var(--action); color: var(--action-text); border: 1px solid transparent;
          border-radius: 5px; padding: .38em .95em; cursor: pointer; font-weight: 550;
        }
        .who button { background: transparent; color: var(--link); border-color: var(--line); }
        .filters { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: end; margin: 0 0 1em; }
        .filters label { display: flex; flex-direction: column; gap: .2em; font-size: .9em; }
        .inline { display: flex; flex-wrap: wrap; gap: .5em; align-items: center; margin-top: .7em; }
        .inline input[type=text] { flex: 1 1 16em; }
        .timeline { list-style: none; margin: 0; padding: 0 0 0 1em; border-left: 2px solid var(--line); }
        .timeline li { padding: 0 0 .9em; }
        .timeline li:last-child { padding-bottom: 0; }
        .reason { display: block; overflow-wrap: anywhere; }
        .pages { margin: .9em 0 0; }
        ul { padding-left: 1.2em; }
        .plain-list { list-style: none; margin: 0; padding: 0; }
        @media (max-width: 40em) {
          .facts { grid-template-columns: 1fr; gap: 0; }
          .facts dd { margin-bottom: .6em; }
          .find { margin-left: 0; }
        }
        """
}
