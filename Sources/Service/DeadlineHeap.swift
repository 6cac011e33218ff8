/// Orders deadlines, the earliest first. What became void is skipped by its owner when it comes up.
struct DeadlineHeap<Element> {
    private var entries: [(at: ContinuousClock.Instant, element: Element)] = []

    var next: ContinuousClock.Instant? { entries.first?.at }
    var count: Int { entries.count }

    mutating func push(_ element: Element, at instant: ContinuousClock.Instant) {
        entries.append((instant, element))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].at < entries[parent].at else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the earliest if it is not after `now`.
    mutating func pop(until now: ContinuousClock.Instant) -> Element? {
        guard let first = entries.first, first.at <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].at < entries[least].at { least = child }
            }
            if least == parent { return first.element }
            entries.swapAt(least, parent)
            parent = least
        }
    }

    /// Keeps only what `isValid` says.
    mutating func compact(_ isValid: (Element) -> Bool) {
        let kept = entries.filter { isValid($0.element) }
        entries = []
        for entry in kept { push(entry.element, at: entry.at) }
    }
}
