import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import InMemoryLogging
import Logging
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// A running application with its own test gateway and a guest in the general channel.
struct LiveApplication {
    static let general: ChannelID = 1_900_000_000_000_000_011
    static let lab: ChannelID = 1_900_000_000_000_000_013

    let application: Application
    let guestID: UserID
    let guest: ChatUser
    let channel: Channel
    /// The events that the guest receives. Messages that it missed while its connection was lost are among them.
    let heard: AsyncStream<Event>
    let folder: TemporaryDirectory
    /// The log messages of the application and of the guest.
    let log: InMemoryLogHandler

    /// - Parameter config: The rest of `config.yaml`; `general` and `lab` are names in it. The gateway is local unless it has a section
    ///   `bot`.
    static func run(
        _ bots: [any Bot.Type], connectors: [any Connector.Type] = .standard, config: String, environment: [String: String] = [:],
        _ body: @escaping @Sendable (LiveApplication) async throws -> Void
    ) async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "test") { _ in log }
        let folder = try TemporaryDirectory()
        let bot = config.hasPrefix("bot:") || config.contains("\nbot:") ? "" : "bot: { gateway: local }\n"
        let text = "version: 1\n\(bot)names: { channels: { general: \"\(general)\", lab: \"\(lab)\" } }\n\(config)\n"
        try text.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let (checked, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry(bots), connectors: connectors, environment: environment)
        let compiled = try #require(checked, "\(report.human())")
        let (ready, isReady) = AsyncStream<Void>.makeStream()
        let readyFile = folder.path + "/ready.json"
        let application = try await Application(
            compiled, options: .init(dataFolder: folder.path + "/data", readyFile: readyFile), time: SystemTime(), logger: logger
        ) { _ in isReady.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await _ in ready {}
            let place = try ReadyFile.read(from: readyFile)
            let account = try #require(place.accounts.first { $0.name == "guest" })
            let guest = ChatUser(
                endpoint: try #require(GatewayEndpoint(place.gateway)),
                credentials: Credentials(appID: "\(account.appid)", token: Secret(account.token)), time: SystemTime(),
                logger: logger)
            group.addTask {
                do { try await guest.run() } catch is CancellationError {}
            }
            var snapshot: ReadySnapshot?
            while let event = await guest.next() {
                if case .ready(let found) = event {
                    snapshot = found
                    break
                }
            }
            let channel = try #require(snapshot?.channels.first { $0.id == general })
            let (heard, hears) = AsyncStream<Event>.makeStream()
            let seen = try await guest.history(of: channel).last?.id ?? 0
            group.addTask {
                var newest = seen
                while let event = await guest.next() {
                    switch event {
                    case .events(let arrivals):
                        for arrival in arrivals {
                            if case .message(let message) = arrival.event, message.channel == channel.id {
                                guard message.id > newest else { continue }
                                newest = message.id
                            }
                            hears.yield(arrival.event)
                        }
                    case .ready:
                        for message in try await guest.history(of: channel, after: newest) {
                            newest = message.id
                            hears.yield(.message(message))
                        }
                    default: break
                    }
                }
            }
            try await body(
                LiveApplication(
                    application: application, guestID: account.appid, guest: guest, channel: channel, heard: heard,
                    folder: folder,
                    log: log))
            await application.shutDown()
            try await group.next()
            group.cancelAll()
        }
    }

    /// Returns the next event by another user as text. A test that is cancelled before there is one shows the last log messages.
    func next() async -> String {
        for await event in heard {
            switch event {
            case .message(let message) where message.author.id != guestID: return message.text
            case .reaction(let reaction): return reaction.emoji
            case .delete: return "(deleted)"
            default: continue
            }
        }
        let last = log.entries.suffix(40).map { "\($0.level) \($0.message) \($0.metadata)" }
        Issue.record("no further event; the log ends with:\n\(last.joined(separator: "\n"))")
        return "(nothing)"
    }

    func answer(to text: String) async throws -> String {
        try await guest.say(text, in: channel)
        return await next()
    }

    /// Returns the state that the test gateway reports.
    func state() async throws -> [String: JSONValue] {
        let place = try ReadyFile.read(from: folder.path + "/ready.json")
        let control = try #require(place.control), origin = try #require(WebOrigin(String(control.dropLast("/control".count))))
        var reach = HTTPAccessPolicy()
        reach.allowedPrivate = [origin]
        let web = WebFetcher(["test": reach], time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        guard case .response(let answer) = try await web.outcome(of: HTTPReadRequest(bot: "test", url: control + "/state")) else {
            return [:]
        }
        return try answer.json()
    }

    /// Returns the kinds of all journal entries.
    func kinds() async throws -> [String] {
        try await JournalReader(folder: folder.path + "/data").lines(after: 0, limit: 1000).map(\.entry.kind)
    }

    /// Returns a Boolean value that indicates whether any file of the data directory contains the text.
    func holds(_ text: String) throws -> Bool {
        let data = folder.path + "/data"
        return try FileManager.default.subpathsOfDirectory(atPath: data).contains { name in
            // Sockets and folders have no bytes.
            FileManager.default.contents(atPath: data + "/" + name)?.range(of: Data(text.utf8)) != nil
        }
    }
}
