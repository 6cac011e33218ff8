// What pages are made of: figures, facts, tables, badges, notices, the timeline.
extension ConsoleStylesheet {
    /// Tables keep their head in sight; numbers and times stand below each other.
    static let pieces = """
        .figures {
          display: grid; gap: 1rem; margin: 0 0 1rem;
          grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr));
        }
        .figure {
          position: relative; margin: 0; padding: .8rem 1.15rem; background: var(--card);
          border: 1px solid var(--line); border-radius: 8px; color: var(--quiet);
        }
        .figure a { text-decoration: none; }
        .figure a::after { content: ""; position: absolute; inset: 0; border-radius: 8px; }
        .figure:has(a:hover) { border-color: var(--link); }
        .number {
          display: block; font-size: 1.75rem; font-weight: 600; line-height: 1.25;
          color: var(--text);
          font-variant-numeric: tabular-nums;
        }

        .facts {
          display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.25rem;
          margin: 0;
        }
        .facts + p { margin-top: .8em; }
        .facts dt { color: var(--quiet); }
        .facts dd { margin: 0; overflow-wrap: anywhere; }
        .facts ul { margin: 0; padding: 0; list-style: none; }
        .facts li { margin: 0; padding: .3rem 0; }
        .facts li + li { border-top: 1px solid var(--line); }
        .facts li:first-child { padding-top: 0; }

        .scroll { overflow-x: auto; }
        table {
          width: 100%; border-collapse: separate; border-spacing: 0; font-size: .875rem;
          font-variant-numeric: tabular-nums;
        }
        caption { text-align: left; color: var(--quiet); padding: 0 0 .5em; }
        th, td { text-align: left; vertical-align: top; padding: .42em 1.1em .42em 0; }
        th:last-child, td:last-child { padding-right: 0; }
        th {
          position: sticky; top: 0; z-index: 1; background: var(--card); color: var(--quiet);
          font-weight: 550; font-size: .8125rem; white-space: nowrap;
          border-bottom: 1px solid var(--line);
        }
        tbody tr + tr td { border-top: 1px solid var(--line); }
        tbody tr:hover td { background: var(--hover); }
        td { overflow-wrap: anywhere; }
        td:has(bdi) { min-width: 11em; }
        td:first-child:has(.badge) { white-space: nowrap; }
        td:has(code) { min-width: 13em; }
        td a { display: inline-block; padding: .1em 0; margin: -.1em 0; }
        .pages { display: flex; gap: 1.25rem; margin: .9rem 0 0; }
        .pages:not(:has(a)) { display: none; }

        .badge {
          display: inline-block; padding: 0 .55em; border: 1px solid transparent;
          border-radius: 1em;
          font-size: .8125rem; line-height: 1.35; white-space: nowrap; margin-right: .35em;
          background: var(--calm-ground); color: var(--calm);
        }
        .badge.good { background: var(--good-ground); color: var(--good); }
        .badge.warn { background: var(--warn-ground); color: var(--warn); }
        .badge.bad { background: var(--bad-ground); color: var(--bad); }
        .quiet { color: var(--quiet); }
        .notice, .error {
          padding: .6em .9em; border-radius: 6px; border-left: 4px solid; margin: 0 0 1rem;
        }
        main > [role=alert]:not(.error) {
          padding: .6em .9em; border-radius: 6px; border-left: 4px solid;
          background: var(--warn-ground);
          color: var(--warn);
        }
        .notice { background: var(--good-ground); color: var(--good); }
        .error { background: var(--bad-ground); color: var(--bad); }
        """

    /// What happened, from top to bottom; the last dot is how it is now.
    static let timeline = """
        .timeline { list-style: none; margin: 0 0 0 .35rem; padding: 0; }
        .timeline li {
          position: relative; margin: 0; padding: 0 0 1rem 1.4rem;
          border-left: 2px solid var(--line);
        }
        .timeline li:last-child { padding-bottom: 0; border-left-color: transparent; }
        .timeline li::before {
          content: ""; position: absolute; left: -.4375rem; top: .35rem; width: .75rem;
          height: .75rem;
          border-radius: 50%; background: var(--card); border: 2px solid var(--control);
        }
        .timeline li:last-child::before { background: var(--link); border-color: var(--link); }
        .timeline time:first-child {
          display: inline-block; min-width: 12.5rem; color: var(--quiet);
        }
        .reason {
          display: block; overflow-wrap: anywhere; white-space: pre-line;
          margin: .15rem 0 0 12.75rem;
        }
        """
}
