// The chart of the last day, and the foot of each page.
extension ConsoleStylesheet {
    static let chart = """
        .foot {
          display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; justify-content: space-between;
          max-width: 84rem; margin: 0 auto; padding: 0 1.25rem 1.25rem; color: var(--quiet);
        }
        .foot p { margin: 0; }
        select { max-width: 100%; }
        pre { overflow: auto; max-height: 60vh; }
        .chart { display: block; width: 100%; max-width: 50rem; height: auto; overflow: visible; }
        .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
        .line.open { stroke: var(--link); }
        .line.pending { stroke: var(--warn); stroke-dasharray: 5 4; }
        .line.stuck { stroke: var(--bad); stroke-width: 3; }
        .grid { stroke: var(--line); }
        .scale, .hour { fill: var(--quiet); font-size: 12px; text-anchor: end; }
        .hour { text-anchor: middle; }
        .hour.start { text-anchor: start; }
        .hour.end { text-anchor: end; }
        /* A wide card has its key at the picture's side. */
        @media (min-width: 64em) {
          .card:has(> .chart) {
            display: grid; grid-template-columns: minmax(0, 1fr) max-content; column-gap: 2rem;
          }
          .card:has(> .chart) > :is(h2, details) { grid-column: 1 / -1; }
          .chart { max-width: none; }
          .chart + .legend { flex-direction: column; align-self: center; }
          .scale, .hour { font-size: 10px; }
        }
        /* The picture shrinks with the screen: its words, in its own units, grow. */
        @media (max-width: 48rem) {
          .chart { margin: 1.2rem 0 1rem; }
          .scale {
            font-size: 18px; text-anchor: start; transform: translate(10px, -8px);
            paint-order: stroke; stroke: var(--card); stroke-width: 5px;
          }
          .hour { font-size: 18px; transform: translateY(8px); }
        }
        @media (max-width: 36rem) {
          .scale, .hour { font-size: 24px; }
          .hour { transform: translateY(14px); }
        }
        @media (max-width: 26rem) {
          .scale, .hour { font-size: 32px; }
          .hour { transform: translateY(22px); }
        }
        .legend { display: flex; flex-wrap: wrap; gap: .3em 1.4em; list-style: none; padding: 0; }
        .mark { width: 24px; height: 8px; margin-right: .45em; vertical-align: middle; }
        """
}
