import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient
import MezonTestGateway

/// A gateway with a clan for each account, and two processes that have the configurations of all accounts.
final class AccountTrial {
    let channels: [Channel]
    private let folder: URL
    private let gateway: ChildProcess
    private let ready: ReadyFile
    private let prefix: String
    private let time = SystemTime()
    private var processes: [String: ChildProcess] = [:]

    private static let asker: UserID = 1_900_000_000_000_000_201
    private static let firstBot: Int64 = 1_900_000_000_000_010_000
    private static let firstClan: Int64 = 1_900_000_000_000_020_000
    private static let firstChannel: Int64 = 1_900_000_000_000_030_000

    init(accounts: Int) async throws {
        folder = try SoakEnvironment.newFolder()
        prefix = folder.lastPathComponent.replacing("-", with: "_")
        let numbers = (0..<accounts).map(Int64.init)
        channels = numbers.map {
            Channel(id: ChannelID(Self.firstChannel + $0), clan: ClanID(Self.firstClan + $0), label: "general")
        }
        let seed = GatewaySeed(
            clans: numbers.map { number in
                .init(
                    id: ClanID(Self.firstClan + number), name: "clan \(number)", owner: Self.asker,
                    members: [UserID(Self.firstBot + number), Self.asker],
                    channels: [.init(id: ChannelID(Self.firstChannel + number), label: "general")])
            },
            people: numbers.map { .init(id: UserID(Self.firstBot + $0), name: "bot\($0)", isApp: true) }
                + [.init(id: Self.asker, name: "asker")])
        let seedFile = folder.appending(path: "seed.json")
        try JSONEncoder().encode(seed).write(to: seedFile)
        let readyFile = folder.appending(path: "gateway.json").path
        gateway = try ChildProcess(
            "mezon-bot", ["gateway", "--seed", seedFile.path, "--ready-file", readyFile],
            log: folder.appending(path: "gateway.log").path)
        ready = try await SoakEnvironment.ready(readyFile, "the gateway", gateway, time)
        for node in ["a", "b"] { for number in 0..<accounts { try configure(number, on: node) } }
    }

    /// Writes the configuration of an account in a process, which has data directories of its own.
    private func configure(_ number: Int, on node: String) throws {
        let text = """
            version: 1
            bot:
              gateway: "\(ready.gateway)"
              id: "${env:BOT_\(number)}"
              token: "${env:TOKEN_\(number)}"
            store: { path: data-\(node)/\(number), url: "${env:SOAK_DATABASE_URL}", schema: \(prefix)_\(number) }
            rules:
            \(NumberedQuestions.rule.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            """
        try text.write(to: folder.appending(path: file(number, node)), atomically: true, encoding: .utf8)
    }

    private func file(_ number: Int, _ node: String) -> String { "\(node)-\(number).yaml" }

    func start(_ node: String) throws {
        var tokens: [String: String] = [:]
        for account in ready.accounts where account.name.hasPrefix("bot") {
            let number = account.appid.rawValue - Self.firstBot
            tokens["BOT_\(number)"] = "\(account.appid)"
            tokens["TOKEN_\(number)"] = account.token
        }
        let files = channels.indices.flatMap { ["--config", file($0, node)] }
        processes[node] = try ChildProcess(
            "mezon-bot", ["run", "--node", node, "--wait"] + files, environment: tokens,
            log: folder.appending(path: "bot-\(node).log").path)
    }

    /// Shuts all processes down.
    func end() { for process in processes.values { process.end() } }

    func kill(_ node: String) { processes[node]?.kill() }

    func asker() throws -> ChatUser {
        guard let endpoint = GatewayEndpoint(ready.gateway), let account = ready.accounts.first(where: { $0.name == "asker" })
        else { throw SoakEnvironment.Failure.notReady("the asker", log: gateway.log) }
        return ChatUser(
            endpoint: endpoint, credentials: Credentials(appID: "\(account.appid)", token: Secret(account.token)), time: time,
            logger: Logger(label: "asker") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Asks in every clan.
    func ask(_ asker: ChatUser) async throws {
        for (number, channel) in channels.enumerated() { _ = try await asker.say("question \(number)", in: channel) }
    }

    /// Returns the time from an event until every account has answered every question.
    func answerTime(
        _ asker: ChatUser, after event: String, at start: Duration, within limit: Duration
    ) async throws -> Duration {
        var unanswered = channels
        while let channel = unanswered.last {
            if try await NumberedQuestions.outcome(in: [channel], seenBy: asker).lost == 0 {
                unanswered.removeLast()
            } else {
                guard time.uptime - start < limit, processes.values.contains(where: \.process.isRunning) else {
                    throw SoakEnvironment.Failure.notReady("the account of clan \(channel.clan)", log: folder.path)
                }
                try await time.sleep(for: .milliseconds(10))
            }
        }
        let elapsed = time.uptime - start
        let seconds = (elapsed / .seconds(1)).formatted(.number.precision(.fractionLength(2)))
        print("\(event): all \(channels.count) accounts have answered after \(seconds) s")
        return elapsed
    }

    /// Waits until a process has connected each account to the gateway for the first time.
    func untilReady(_ node: String) async throws {
        let (start, log) = (time.uptime, folder.appending(path: "bot-\(node).log"))
        while try String(contentsOf: log, encoding: .utf8).count(of: " Connected ") < channels.count {
            guard time.uptime - start < .seconds(300), processes[node]?.process.isRunning == true else {
                throw SoakEnvironment.Failure.notReady("the process \(node)", log: log.path)
            }
            try await time.sleep(for: .milliseconds(50))
        }
        let seconds = ((time.uptime - start) / .seconds(1)).formatted(.number.precision(.fractionLength(2)))
        print("first start, which creates the tables: all \(channels.count) accounts are connected after \(seconds) s")
    }

    /// Waits until each process is connected to the store of each account.
    func untilConnected() async throws {
        let limit = time.uptime + .seconds(60)
        while try count("AND application_name LIKE '% lease'") < 2 * channels.count {
            guard time.uptime < limit else { throw SoakEnvironment.Failure.notReady("a standby", log: folder.path) }
            try await time.sleep(for: .milliseconds(100))
        }
    }

    /// The resident memory of the processes, in MiB.
    var memory: Double { processes.values.reduce(0) { $0 + $1.residentMiB } }

    /// The number of connections of the processes to the server.
    func connections() throws -> Int { try count("") }

    private func count(_ condition: String) throws -> Int {
        let url = ProcessInfo.processInfo.environment["SOAK_DATABASE_URL"] ?? ""
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'mezon-bot \(prefix)%' \(condition)"
        let output = Pipe()
        let query = try ChildProcess(
            "/usr/bin/psql", [url, "-Atqc", sql], output: output, log: folder.appending(path: "psql.log").path)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        query.process.waitUntilExit()
        guard let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw PostgreSQLPair.Failure(description: "psql cannot count the connections: see \(folder.path)/psql.log")
        }
        return count
    }

    func tearDown(keepingFiles isKept: Bool) {
        end()
        gateway.end()
        if isKept { print("files kept in \(folder.path)") } else { try? FileManager.default.removeItem(at: folder) }
    }
}

extension String {
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
