import InterlockAPI

/// Looks at the page that is shown for one kind of barrier; gives what it finds, in words.
struct Probe: Sendable {
    let name: String
    /// The body of a function that gives an array of texts.
    private let script: String

    init(_ name: String, _ script: String) {
        self.name = name
        self.script = script
    }

    func findings(_ browser: Browser) async throws -> [String] {
        try await Self.findings(browser, [self])
    }

    /// All that these probes find, in one call.
    static func findings(_ browser: Browser, _ probes: [Probe]) async throws -> [String] {
        let calls = probes.map { probe in
            "result.push(...(() => { const found = [];\n\(probe.script)\n})()"
                + ".map(what => '\(probe.name): ' + what));"
        }
        return try await browser.run(
            "\(tools)const result = [];\n\(calls.joined(separator: "\n"))\nreturn result;"
        ).elements.map { $0.text ?? "?" }
    }

    /// What several probes need: which elements can be seen, and what they are called in a finding.
    private static let tools = """
        const all = selector => [...document.querySelectorAll(selector)];
        const seen = element => {
          const box = element.getBoundingClientRect();
          return element.checkVisibility({ visibilityProperty: true })
            && box.width > 1 && box.height > 1 && box.right > 0;
        };
        const called = element => `<${element.localName} class="${element.getAttribute('class') ?? ''}">`
          + ` “${(element.textContent || element.name || '').trim().slice(0, 40)}”`;

        """

    /// One title, language, main part and first heading; headings in order; tables with heads; references to
    /// what is there.
    static let structure = Probe(
        "structure",
        """
        if (!document.documentElement.lang) found.push('the page has no language');
        if (!document.title.trim()) found.push('the page has no title');
        for (const name of ['main', 'h1'])
          if (all(name).length !== 1) found.push(`${all(name).length} × ${name}`);
        let level = 0;
        for (const heading of all('h1, h2, h3, h4, h5, h6')) {
          const own = Number(heading.localName[1]);
          if (own > level + 1) found.push(`${called(heading)} after level ${level}`);
          level = own;
        }
        for (const table of all('table')) {
          const heads = table.querySelectorAll('thead th[scope=col]').length;
          for (const row of table.tBodies[0]?.rows ?? [])
            if (row.cells.length !== heads) found.push(`${called(row)}: not a head for each cell`);
        }
        const ids = all('[id]').map(element => element.id);
        for (const id of ids.filter((id, index) => ids.indexOf(id) !== index))
          found.push(`the id ${id} twice`);
        for (const [attribute, selector] of [['for', 'label[for]'],
            ['aria-describedby', '[aria-describedby]'], ['aria-labelledby', '[aria-labelledby]']])
          for (const element of all(selector))
            for (const id of element.getAttribute(attribute).split(' '))
              if (!document.getElementById(id)) found.push(`${called(element)}: no ${id}`);
        const viewport = document.querySelector('meta[name=viewport]')?.content ?? '';
        if (/user-scalable=no|maximum-scale/.test(viewport)) found.push('the page can’t be zoomed');
        return found;
        """)

    /// Nothing is wider than the window.
    static let width = Probe(
        "width",
        """
        const root = document.scrollingElement;
        if (root.scrollWidth <= innerWidth) return [];
        for (const element of all('body *'))
          if (seen(element) && element.getBoundingClientRect().right > innerWidth + 1)
            found.push(`${called(element)} reaches over ${innerWidth} px`);
        return found.length ? found : [`${root.scrollWidth} px wide`];
        """)

    /// No word is smaller than 10 pixels as it is drawn, those of a picture that shrinks included.
    static let legible = Probe(
        "legible",
        """
        for (const element of all('svg text')) {
          const box = element.getBoundingClientRect();
          const scale = element.ownerSVGElement.getScreenCTM().a;
          const size = parseFloat(getComputedStyle(element).fontSize) * scale;
          if (size < 10) found.push(`${called(element)} is ${size.toFixed(1)} px`);
          if (box.left < 0 || box.right > innerWidth) found.push(`${called(element)} leaves the window`);
        }
        for (const element of all('p, li, td, dd, dt, a, button, label, summary'))
          if (seen(element) && parseFloat(getComputedStyle(element).fontSize) < 10)
            found.push(`${called(element)} is small`);
        return found;
        """)

    /// Nothing moves for those who asked for less motion.
    static let motion = Probe(
        "motion",
        """
        const moves = text => text.split(',').some(part => parseFloat(part) > 0.01);
        for (const element of all('*')) {
          const style = getComputedStyle(element);
          if (moves(style.transitionDuration) && style.transitionProperty !== 'none'
              || moves(style.animationDuration) && style.animationName !== 'none')
            found.push(called(element));
        }
        return found;
        """)

    /// Targets are at least 24 by 24 pixels, or that far apart; links in a sentence are as they are
    /// (https://www.w3.org/TR/WCAG22/#target-size-minimum).
    static let targets = Probe(
        "target",
        """
        const inSentence = link => link.localName === 'a'
          && getComputedStyle(link).display === 'inline'
          && [...link.parentElement.childNodes].some(
            node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const targets = all('a[href], button, input:not([type=hidden]), select, textarea, summary')
          .filter(target => seen(target) && !inSentence(target))
          .map(target => {
            const box = target.getBoundingClientRect();
            return { target, box, small: box.width < 24 || box.height < 24,
              x: box.left + box.width / 2, y: box.top + box.height / 2 };
          });
        const near = (one, other) => other.small
          ? Math.hypot(one.x - other.x, one.y - other.y) < 24
          : Math.hypot(
              Math.max(other.box.left - one.x, 0, one.x - other.box.right),
              Math.max(other.box.top - one.y, 0, one.y - other.box.bottom)) < 12;
        for (const one of targets.filter(one => one.small)) {
          const other = targets.find(other => other !== one && near(one, other));
          if (other) found.push(`${called(one.target)} is small and near ${called(other.target)}`);
        }
        return found;
        """)
}
