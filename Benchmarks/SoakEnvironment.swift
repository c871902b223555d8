import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient
import MezonTestGateway
import Storage

/// A test gateway in a separate process, a folder for all files, and a bot that can be started, killed and restarted.
final class SoakEnvironment: Sendable {
    enum Failure: Error, CustomStringConvertible {
        case notReady(String, log: String)
        var description: String {
            switch self {
            case .notReady(let what, let log): "\(what) did not become ready; its log is \(log)"
            }
        }
    }

    let folder: URL
    let channels: [Channel]
    let gateway: ChildProcess
    let ready: ReadyFile
    private let time = SystemTime()
    private let storeSection: String?

    private static let clan: ClanID = 1_900_000_000_000_000_001
    static let bot: UserID = 1_900_000_000_000_000_101
    private static let asker: UserID = 1_900_000_000_000_000_201
    /// The owner of the clan.
    static let owner: UserID = 1_900_000_000_000_000_204

    /// - Parameters:
    ///   - people: The names of further users besides the asker and the owner.
    ///   - rules: The bot's rules, as a YAML list.
    ///   - sections: Further sections of the configuration. The channels are named `c0`, `c1`…
    ///   - store: The section for the store; nil for the server of `SOAK_DATABASE_URL`, or a file without one.
    init(channels count: Int, people: [String] = [], rules: String, sections: String = "", store: String? = nil) async throws {
        storeSection = store
        folder = try Self.newFolder()
        channels = Self.channels(count)
        let others = people.enumerated().map { number, name in
            GatewaySeed.User(id: UserID(1_900_000_000_000_000_300 + Int64(number)), name: name)
        }
        let seed = GatewaySeed(
            clans: [
                .init(
                    id: Self.clan, name: "Soak", owner: Self.owner,
                    members: [Self.bot, Self.asker, Self.owner] + others.map(\.id),
                    channels: channels.map { .init(id: $0.id, label: $0.label) },
                    roles: [
                        .init(
                            id: 1_900_000_000_000_000_022, title: "bot",
                            permissions: [.deleteMessage, .manageChannel, .manageClan], members: [Self.bot])
                    ])
            ],
            people: [
                .init(id: Self.bot, name: "bot", isApp: true), .init(id: Self.asker, name: "asker"),
                .init(id: Self.owner, name: "owner"),
            ] + others)
        let seedFile = folder.appending(path: "seed.json")
        try JSONEncoder().encode(seed).write(to: seedFile)
        let readyFile = folder.appending(path: "gateway.json").path
        gateway = try ChildProcess(
            "mezon-bot", ["gateway", "--seed", seedFile.path, "--ready-file", readyFile],
            log: folder.appending(path: "gateway.log").path)
        ready = try await Self.ready(readyFile, "the gateway", gateway, time)
        try configure(rules: rules, sections: sections)
    }

    /// Creates an environment around a gateway for load, which accepts any account.
    ///
    /// - Parameter isBot: Pass true to let a Swift bot answer the questions; otherwise a rule does.
    init(load gateway: LoadGateway, folder: URL, channels count: Int, answeredByBot isBot: Bool) throws {
        self.folder = folder
        storeSection = nil
        channels = Self.channels(count)
        self.gateway = gateway.child
        var ready = ReadyFile(gateway: "http://127.0.0.1:\(gateway.port)", bot: Self.bot)
        ready.accounts = [ReadyFile.Account(name: "bot", appid: Self.bot, token: "any")]
        self.ready = ready
        let names = channels.map(\.label).joined(separator: ", ")
        try configure(
            rules: isBot ? "[]" : NumberedQuestions.rule,
            sections: isBot ? "bots: { steady: { enabled_in: [\(names)], late: run } }\n" : "")
    }

    private static func channels(_ count: Int) -> [Channel] {
        (0..<count).map { Channel(id: ChannelID(1_900_000_000_000_001_000 + Int64($0)), clan: clan, label: "c\($0)") }
    }

    /// Creates a folder for the files of one run.
    static func newFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mezon-soak-\(UInt32.random(in: 0...UInt32.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Writes the bot's configuration, which applies from its next start.
    func configure(rules: String = "[]", sections: String) throws {
        let config = """
            version: 1
            bot: { gateway: "\(ready.gateway)" }
            \(sections.contains("send:") ? "" : Self.send)
            \(names + (storeSection ?? store) + sections)
            rules:
            \(rules.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            """
        try config.write(to: folder.appending(path: "config.yaml"), atomically: true, encoding: .utf8)
    }

    private static let send =
        "send: { per_second: 100000, brake: { per_minute: 1000000, per_hour: 1000000, per_command: 1000000, in_row: 1000000 } }"

    /// The section that puts the bot's store on the server of `SOAK_DATABASE_URL`, in a schema of its own; empty without one.
    private var store: String {
        guard ProcessInfo.processInfo.environment["SOAK_DATABASE_URL"] != nil else { return "" }
        let schema = folder.lastPathComponent.replacing("-", with: "_")
        return "store: { url: \"${env:SOAK_DATABASE_URL}\", schema: \(schema) }\n"
    }

    /// Reads the bot's store.
    func reader() throws -> JournalReader { try StoreOpener.reader(of: dataFolder, cipher: nil) }

    private var names: String {
        "names: { channels: { \(channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")) } }\n"
    }

    /// Starts the bot and returns at once, or when it is ready.
    ///
    /// - Parameters:
    ///   - program: The executable; `soak` for the bots of the soak tests.
    ///   - node: The name of one of several processes, each of which has a data directory and a log of its own.
    ///   - gateway: The port at which it reaches the gateway; nil for the gateway's own.
    ///   - flags: Further arguments.
    ///   - environment: Further environment variables.
    func startBot(
        waiting: Bool = true, program: String = "mezon-bot", node: String? = nil, gateway: Int? = nil,
        flags: [String] = [], environment: [String: String] = [:]
    ) async throws -> ChildProcess {
        let suffix = node.map { "-\($0)" } ?? ""
        let readyFile = folder.appending(path: "bot\(suffix).json").path
        try? FileManager.default.removeItem(atPath: readyFile)
        let account = ready.accounts.first { $0.name == "bot" }
        // A server that crashes again and again may do so in the moment of a start.
        let waits = ProcessInfo.processInfo.environment["SOAK_DATABASE_URL"] == nil ? [] : ["--wait"]
        let child = try ChildProcess(
            program,
            [
                "run", "--config", try configuration(of: node, gateway), "--data", dataFolder(of: node), "--ready-file",
                readyFile,
            ] + flags + waits,
            environment: environment.merging(
                ["MEZON_BOT_ID": "\(Self.bot)", "MEZON_BOT_TOKEN": account?.token ?? ""], uniquingKeysWith: { $1 }),
            log: folder.appending(path: "bot\(suffix).log").path)
        if waiting { _ = try await Self.ready(readyFile, "the bot", child, time) }
        return child
    }

    /// The configuration of a node, which may have another gateway.
    private func configuration(of node: String?, _ gateway: Int?) throws -> String {
        let file = folder.appending(path: "config.yaml")
        guard let node, let gateway else { return file.path }
        let own = folder.appending(path: "config-\(node).yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing(ready.gateway, with: "http://127.0.0.1:\(gateway)").write(to: own, atomically: true, encoding: .utf8)
        return own.path
    }

    /// The port of the gateway on loopback.
    var gatewayPort: Int? { GatewayEndpoint(ready.gateway)?.port }

    /// Returns the lines of the bot's log.
    func botLog() throws -> [Substring] {
        try String(contentsOf: folder.appending(path: "bot.log"), encoding: .utf8).split(separator: "\n")
    }

    /// The bot's status, as an operator reads it.
    func status() throws -> String {
        let output = Pipe()
        let command = try ChildProcess(
            "mezon-bot", ["status", "--data", dataFolder], output: output, log: folder.appending(path: "status.log").path)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        command.process.waitUntilExit()
        return text
    }

    var dataFolder: String { dataFolder(of: nil) }

    /// The data directory of one of several processes.
    func dataFolder(of node: String?) -> String { folder.appending(path: "data" + (node.map { "-\($0)" } ?? "")).path }

    func asker() throws -> ChatUser { try person("asker") }

    func person(_ name: String) throws -> ChatUser {
        guard let endpoint = GatewayEndpoint(ready.gateway), let account = ready.accounts.first(where: { $0.name == name })
        else {
            throw Failure.notReady(name, log: gateway.log)
        }
        return ChatUser(
            endpoint: endpoint, credentials: Credentials(appID: "\(account.appid)", token: Secret(account.token)), time: time,
            logger: Logger(label: name) { _ in SwiftLogNoOpLogHandler() })
    }

    /// Adds a fault at the gateway.
    func fault(_ fault: String) async throws {
        try await TestGatewayControlClient(url: ready.control ?? "", time: time).post("/faults", fault)
    }

    /// Ends the gateway and removes the folder, unless it is to be kept for inspection.
    func tearDown(keepingFiles isKept: Bool = false) {
        gateway.end()
        if isKept {
            print("files kept in \(folder.path)")
        } else {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    static func ready(_ file: String, _ what: String, _ child: ChildProcess, _ time: SystemTime) async throws -> ReadyFile {
        let limit = time.uptime + .seconds(30)
        while time.uptime < limit, child.process.isRunning {
            if let ready = try? ReadyFile.read(from: file) { return ready }
            try await time.sleep(for: .milliseconds(5))
        }
        throw Failure.notReady(what, log: child.log)
    }
}
