import Cryptography
import InterlockAPI

/// Who did it, as history and audit keep it.
package enum StoreActor: Sendable {
    case device(String)
    case key(id: String, label: String)
    case store(String)
    /// Somebody who uses the command line, by the name that the operating system knows.
    case commandLine(String)

    var json: JSONValue {
        switch self {
        case .device(let id): ["kind": "device", "device_id": .string(id)]
        case .key(let id, let label):
            ["kind": "administrator", "key_id": .string(id), "label": .string(label)]
        case .commandLine(let name):
            ["kind": "command_line", "label": .string(SecretText.concealed(name))]
        case .store(let source): ["kind": "transaction", "source": .string(source)]
        }
    }
}

/// The optional arguments of a function, which travel as one JSON object.
struct StoreOptions: Sendable {
    var actor: StoreActor
    var metadata: String?
    var risks: [String] = []
    var reason: String?
    var error: String?
    var by: String?
    /// Microseconds since 1970.
    var unchangedSince: Int64?
    /// In seconds.
    var lockDelay: Int64?

    var text: String {
        var object: [String: JSONValue] = ["actor": actor.json]
        if !risks.isEmpty { object["risks"] = .array(risks.map(JSONValue.string)) }
        if let reason { object["reason"] = .string(reason) }
        if let error { object["error"] = .string(error) }
        if let by { object["by"] = .string(by) }
        if let unchangedSince { object["unchanged_since"] = .integer(unchangedSince) }
        if let lockDelay { object["lock_delay"] = .integer(lockDelay) }
        let text = JSONValue.object(object).text
        // Metadata is JSON already, checked at the edge.
        guard let metadata else { return text }
        return text.dropLast() + ",\"metadata\":" + metadata + "}"
    }
}
