extension Probe {
    /// Texts stand out from their ground 4.5 to 1, large ones and the edges of fields 3 to 1
    /// (https://www.w3.org/TR/WCAG22/#contrast-minimum and #non-text-contrast).
    static let contrast = Probe(
        "contrast",
        """
        const parse = text => {
          const parts = text.match(/^rgba?\\(([^)]*)\\)$/);
          if (!parts) throw new Error(`not a colour that is known: ${text}`);
          const [r, g, b, a = 1] = parts[1].split(/[ ,/]+/).filter(Boolean).map(Number);
          return { r, g, b, a };
        };
        const over = (top, under) => ({
          r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
          b: top.b * top.a + under.b * (1 - top.a), a: 1 });
        const ground = element => {
          if (!element) return { r: 255, g: 255, b: 255, a: 1 };
          const own = parse(getComputedStyle(element).backgroundColor);
          return own.a === 1 ? own : over(own, ground(element.parentElement));
        };
        const light = ({ r, g, b }) => [r, g, b].map(part => part / 255)
          .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
          .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
        const ratio = (one, other) => {
          const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        };
        const said = new Set();
        const check = (element, colour, under, least, what) => {
          const is = ratio(over(colour, under), under);
          if (is >= least) return;
          const finding = `${called(element)} ${what}: ${is.toFixed(2)} of ${least}`;
          if (!said.has(finding)) found.push(finding);
          said.add(finding);
        };
        const text = (element, style, what) => {
          const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
          const colour = element instanceof SVGElement ? style.fill : style.color;
          check(element, parse(colour), ground(element), size >= 24 || bold && size >= 18.66 ? 3 : 4.5,
            what);
        };
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const element = walker.currentNode.parentElement;
          if (walker.currentNode.data.trim() && seen(element))
            text(element, getComputedStyle(element), 'text');
        }
        for (const field of all('input:not([type=hidden]), select, textarea').filter(seen)) {
          const style = getComputedStyle(field);
          text(field, style, 'value');
          if (field.placeholder) text(field, getComputedStyle(field, '::placeholder'), 'placeholder');
          if (parseFloat(style.borderTopWidth) > 0)
            check(field, parse(style.borderTopColor), ground(field.parentElement), 3, 'edge');
        }
        for (const cell of all('td').filter(seen)) {
          const style = getComputedStyle(cell, '::before');
          if (style.content !== 'none') text(cell, style, 'head');
        }
        return found;
        """)
}
