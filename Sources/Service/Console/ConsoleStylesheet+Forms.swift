// Forms, and what changes with the width of the window.
extension ConsoleStylesheet {
    /// The one button that acts is filled; those that look or leave are not.
    static let forms = """
        label { font-weight: 550; }
        input, select, textarea, button { font: inherit; font-weight: 400; color: inherit; }
        input, select, textarea {
          min-height: 2.25rem; padding: .35em .6em; background: var(--sunk);
          border: 1px solid var(--control); border-radius: 6px;
        }
        input[type=checkbox], input[type=radio] {
          min-height: 0; width: 1.15rem; height: 1.15rem; margin: .15rem;
          accent-color: var(--action);
        }
        ::placeholder { color: var(--quiet); opacity: 1; }
        label + select { display: block; margin: .35em 0 .5em; }
        td input[type=checkbox] { display: block; margin: .1rem; }
        .scroll + p { margin: .9rem 0 0; display: flex; flex-wrap: wrap; gap: .6rem; }
        summary { padding: .15rem 0; cursor: pointer; }
        textarea, .narrow input { display: block; width: 100%; margin: .35em 0 .5em; }
        textarea { min-height: 4.8rem; max-width: 50rem; resize: vertical; }
        button {
          min-height: 2.25rem; padding: .3em 1em; border: 1px solid transparent; border-radius: 6px;
          background: var(--action); color: var(--action-text); font-weight: 550; cursor: pointer;
        }
        button:hover { background: var(--action-hover); }
        .who button, .find button, .inline button, .filters button, button[name=all] {
          background: var(--card); color: var(--link); border-color: var(--control);
        }
        .who button:hover, .find button:hover, .inline button:hover, .filters button:hover,
        button[name=all]:hover {
          background: var(--hover);
        }
        form:not(.filters) > button + a {
          display: inline-block; margin-left: .9rem; padding: .4rem 0;
        }
        textarea[spellcheck=false] {
          max-width: none;
          font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono",
            monospace; tab-size: 2;
        }
        .narrow form button { width: 100%; margin-top: .3rem; }
        .filters {
          display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; margin: 0 0 1rem;
        }
        .filters label {
          display: flex; flex-direction: column; gap: .2rem; font-size: .8125rem;
          color: var(--quiet);
        }
        .filters label:has(> [type=checkbox]) {
          flex-direction: row; align-items: center; gap: .4rem; padding: .5rem 0;
        }
        .filters input, .filters select { font-size: .9375rem; color: var(--text); }
        .filters > a { margin: 0; padding: .4rem 0; }
        .inline {
          display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin-top: .9rem;
          padding-top: .9rem; border-top: 1px solid var(--line);
        }
        .inline input[type=text] { flex: 1 1 16rem; }
        """

    /// On a narrow screen a table's row becomes a list of its cells, each with its head.
    static let widths = """
        @media (min-width: 64em) {
          .scroll { overflow: visible; }
          .card > .facts {
            grid-template-columns: max-content minmax(0, 1fr) max-content minmax(0, 1fr);
          }
          .card > .facts > dd > .facts, .facts li > .facts {
            grid-template-columns: max-content minmax(0, 1fr) max-content minmax(0, 1fr);
          }
          .facts > dd:has(> .facts, > ul) { grid-column: 2 / -1; }
          .facts > dt:has(+ dd > .facts, + dd > ul) { grid-column: 1; }
        }
        @media (max-width: 46em) {
          .bar { padding: .5rem 1rem; }
          .find { flex: 1 1 100%; max-width: none; margin: 0; }
          .who { flex: 1; justify-content: space-between; }
          .brand + .who { justify-content: end; }
          .bar .links { gap: .25rem .75rem; }
          main { padding: 1rem; }
          .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .6rem; }
          .figure { padding: .6rem .8rem; }
          .facts { grid-template-columns: minmax(6rem, 34%) minmax(0, 1fr); gap: .3rem .75rem; }
          .facts .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
          .facts .facts dd { margin-bottom: .4rem; }
          .filters label { flex: 1 1 40%; }
          .filters input:not([type=checkbox]), .filters select { width: 100%; }
          time { white-space: normal; }
          .timeline time:first-child { display: block; }
          .reason { margin-left: 0; }
          .scroll { overflow: visible; }
          table, tbody, tr, td, caption { display: block; }
          thead {
            position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          }
          tbody tr { padding: .55rem 0; }
          tbody tr + tr { border-top: 1px solid var(--line); }
          tbody tr + tr td, td { border: 0; padding: .12rem 0; min-width: 0; }
          td[data-label] { display: flow-root; padding-left: 8.5rem; min-height: 1.5rem; }
          td[data-label]:empty { display: none; }
          td[data-label]::before {
            content: attr(data-label); float: left; width: 8rem; margin-left: -8.5rem;
            color: var(--quiet);
          }
        }
        @media (prefers-reduced-motion: reduce) {
          *, ::before, ::after {
            animation: none !important; transition: none !important;
            scroll-behavior: auto !important;
          }
        }
        """
}
