import InterlockAPI

// What a screen reader is told.
extension Browser {
    private static let controls: Set = [
        "link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "listbox",
        "switch",
        "slider", "spinbutton",
    ]

    /// The controls that have no name, and how many controls there are.
    func controls() async throws -> (count: Int, nameless: [String]) {
        let tree = try await devTools("Accessibility.getFullAXTree")["nodes"]?.elements ?? []
        var count = 0
        var nameless: [String] = []
        for node in tree where node["ignored"]?.isTrue != true {
            guard let role = node["role"]?["value"]?.text, Self.controls.contains(role) else {
                continue
            }
            count += 1
            let name = node["name"]?["value"]?.text ?? ""
            if name.allSatisfy(\.isWhitespace) { nameless.append("a \(role) without a name") }
        }
        return (count, nameless)
    }
}
