import Coordination
import Cryptography
import EventLoop
import FakeStore
import InterlockAPI

/// Runs a stand-in for the App Store, for tests and trying things out, and acts on a running one.
enum FakeStoreCommand {
    static let all = [serve] + ControlVerb.all.map(command)

    private static let standardURL = "http://127.0.0.1:8090"

    static let serve = Command(
        name: "fake-store serve", summary: "Run a stand-in for the App Store, for tests.",
        discussion: """
            For tests and trying things out, never for selling: nobody is charged, and it has no guard \
            against strangers, so it listens to this machine alone. What it signs counts only where an app was \
            registered with its root (`app create --root-certificate FOLDER/root.pem`).
            It answers the App Store Server API, sends notifications, and is acted on by `fake-store buy`, \
            `ask`, `approve`, `refund` and so on. Keys stay in the folder; purchases are gone when it ends.
            """,
        options: [
            Option("--folder", "DIR", "Where its root and the API key are kept.", required: true),
            Option("--bundle-id", "ID", "The app's bundle id.", required: true),
            Option("--listen", "HOST:PORT", "Default 127.0.0.1:8090; port 0 picks one."),
            Option(
                "--notify", "URL",
                "Where notifications go: http://HOST:PORT/v1/notifications/app-store of the service."
            ),
            Option("--catalog", "FILE", "A catalog document with the products."),
            Option(
                "--product", "TEXT",
                "A product: ID=KIND[,group=ID][,level=N][,period=P1M][,price=N][,family].",
                repeatable: true),
            Option("--environment", "WORD", "Sandbox (default) or Production."),
            Option("--apple-id", "NUMBER", "The app's Apple id (default 1234567890)."),
            Option(
                "--speed", "N",
                "Divides periods, grace, the parent's day and the waits between attempts to send."),
            Option("--grace", "DAYS", "The grace period, 0 for none (default 16)."),
            Option(
                "--retries", "N", "Attempts after the first (default: 5 in Production, else none)."),
            Option("--rate-limit", "N", "API calls of one path in a second (default: no limit)."),
            Option(
                "--public-key", "FILE", "The API's key (PEM) instead of one made in the folder."),
            Option("--seed", "N", "Makes chance repeatable."),
        ],
        examples: [
            (
                "interlock fake-store serve --folder store --bundle-id com.example.notes "
                    + "--catalog catalog.json --speed 8640 "
                    + "--notify http://127.0.0.1:8080/v1/notifications/app-store",
                "beside `interlock serve`; a month takes five minutes"
            )
        ],
        run: { try await run($0) })

    private struct Served: Encodable {
        let url: String
        let rootCertificate: String
        let issuerID: String
        let keyID: String
        let privateKey: String?

        enum CodingKeys: String, CodingKey {
            case url
            case rootCertificate = "root_certificate"
            case issuerID = "issuer_id"
            case keyID = "key_id"
            case privateKey = "private_key"
        }
    }

    private static func run(_ invocation: Invocation) async throws {
        let options = try options(invocation)
        let end = try EndOfService()
        let loop = try EventLoop(name: "fake-store")
        let outcome: Result<Void, any Error>
        do {
            let store = try await FakeStoreServer.start(options, on: loop)
            outcome = Result { try tell(store, options, invocation) }
            if case .success = outcome { _ = await end.wait() }
            await store.stop()
        } catch { outcome = .failure(error) }
        await Offload.run { loop.stop() }
        await end.close()
        try outcome.get()
    }

    private static func tell(
        _ store: FakeStoreServer, _ options: FakeStoreOptions, _ invocation: Invocation
    ) throws {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let url = "http://\(host):\(store.port)"
        let root = "\(options.folder)/root.pem"
        Output.error("A stand-in store, for tests: what it signs counts only where \(root) does.")
        let served = Served(
            url: url, rootCertificate: root, issuerID: store.key.issuerID,
            keyID: store.key.keyID, privateKey: store.keyFiles.privateKey)
        if invocation.wantsJSON { return try Output.json(served) }
        Output.line("listening on \(url)")
        Output.line("root certificate: \(root)")
        Output.line("API issuer \(served.issuerID), key \(served.keyID)")
        if let path = served.privateKey { Output.line("API private key: \(path)") }
        Output.line("notifications: \(options.notifyURL ?? "sent nowhere")")
        guard let product = options.products.first else { return }
        Output.line(
            "try: interlock fake-store buy --url \(url) --buyer anna --product \(product.id)")
    }
}

extension FakeStoreCommand {
    private static func options(_ invocation: Invocation) throws -> FakeStoreOptions {
        let environment = try invocation.words("--environment", as: StoreEnvironment.self).last
        let app = StoreApp(
            bundleID: try invocation.required("--bundle-id"),
            appAppleID: try invocation.integer("--apple-id", in: 1...Int64.max) ?? 1_234_567_890,
            environment: (environment ?? .sandbox).rawValue)
        let seed = try invocation.integer("--seed", in: 0...Int64.max)
        var options = FakeStoreOptions(
            app: app, products: try products(invocation),
            folder: try invocation.required("--folder"),
            seed: seed.map(UInt64.init) ?? UInt64.random(in: 0 ... .max))
        let listen = try invocation.text("--listen") ?? "127.0.0.1:8090"
        guard let address = ServeSettings.address(listen) else {
            throw invocation.fault("--listen must be HOST:PORT, with [ ] around an IPv6 host")
        }
        (options.host, options.port) = address
        options.notifyURL = try invocation.text("--notify")
        let speed = try invocation.integer("--speed", in: 1...2_592_000) ?? 1
        options.rules.speed = speed
        if let days = try invocation.integer("--grace", in: 0...365) {
            options.rules.gracePeriod = days == 0 ? nil : days * 86_400_000
        }
        let retries = try invocation.integer("--retries", in: 0...100)
        options.delivery = DeliveryRules(
            environment: app.environment, speed: speed, count: retries.map { Int($0) })
        options.callsPerSecond = try invocation.integer("--rate-limit", in: 1...1_000_000)
            .map { Int($0) }
        if let path = try invocation.text("--public-key") {
            let pem = String(decoding: try FileContent.read(path), as: UTF8.self)
            guard let key = PublicKey.first(inPEM: pem) else {
                throw CommandFailure.refused("\(path): no public key in PEM")
            }
            options.apiKey = key
        }
        return options
    }

    private static func products(_ invocation: Invocation) throws -> [StoreProduct] {
        var products: [StoreProduct] = []
        if let path = try invocation.text("--catalog") {
            do {
                let catalog = try Catalog(document: try FileContent.read(path))
                products = StoreProduct.list(of: catalog.document) ?? []
            } catch let rejection as CatalogRejection {
                for problem in rejection.errors { Output.error("\(path): \(problem)") }
                throw CommandFailure.refused("\(path): \(rejection.errors.count) errors")
            }
        }
        for text in try invocation.all("--product") {
            guard let product = StoreProduct(description: text) else {
                throw invocation.fault("--product \(text): not ID=KIND[,…] as the help says")
            }
            products.append(product)
        }
        if products.isEmpty { throw invocation.fault("--catalog or --product is missing") }
        return products
    }
}

// The acts on a running store.
extension FakeStoreCommand {
    private static func command(_ verb: ControlVerb) -> Command {
        var line = "interlock fake-store \(verb.name)"
        if verb.fields.first?.name == "transaction_id" { line += " --buyer anna" }
        for field in verb.fields where field.isRequired {
            line += " \(field.option) \(example(of: field))"
        }
        return Command(
            name: "fake-store \(verb.name)", summary: verb.summary,
            options: [Option("--url", "URL", "The stand-in store (default \(standardURL)).")]
                + verb.fields.map(option),
            examples: [(line, "on a `fake-store serve` of this machine")],
            run: { try await act(verb, $0) })
    }

    private static func option(_ field: ControlField) -> Option {
        var value: String? = field.value
        if case .flag = field.kind { value = nil }
        return Option(field.option, value, field.help, required: field.isRequired)
    }

    private static func example(of field: ControlField) -> String {
        switch field.name {
        case "buyer": "anna"
        case "member": "ben"
        case "product_id": "pro_monthly"
        case "days": "7"
        case "price": "12990"
        default: field.value
        }
    }

    private static func act(_ verb: ControlVerb, _ invocation: Invocation) async throws {
        let url = try invocation.text("--url") ?? standardURL
        var members: [String: JSONValue] = [:]
        for field in verb.fields {
            switch field.kind {
            case .text:
                members[field.name] = try invocation.text(field.option).map(JSONValue.string)
            case .flag where invocation.has(field.option): members[field.name] = true
            case .flag: break
            case .integer(let bounds):
                members[field.name] = try invocation.integer(field.option, in: bounds)
                    .map(JSONValue.integer)
            }
        }
        let loop = try EventLoop(name: "fake-store")
        let client = ControlClient(url: url, on: loop)
        let answer = await client?.perform(verb, members)
        await Offload.run { loop.stop() }
        guard client != nil else {
            throw invocation.fault("--url must be http://HOST:PORT, such as \(standardURL)")
        }
        guard let answer else {
            throw CommandFailure.refused("no stand-in store answers at \(url): name it with --url")
        }
        if answer.isRefusal { throw CommandFailure.refused(answer.error) }
        if invocation.wantsJSON {
            let text = Array(answer.document.text.utf8)
            return try Output.json(try WireCoding.decode(WireValue.self, from: text))
        }
        for line in answer.words { Output.line(line) }
    }
}
