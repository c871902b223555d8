import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Logging
import MezonClient
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// A test gateway, a configuration, and applications that run one after the other on the same data.
final class ModerationScenario: Sendable {
    static let general: ChannelID = 1_900_000_000_000_000_011
    static let modLog: ChannelID = 1_900_000_000_000_000_014
    static let bot: UserID = 1_900_000_000_000_000_101
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    let gateway: MezonTestGateway
    let folder: TemporaryDirectory
    let time = SystemTime()
    var dataFolder: String { folder.path + "/data" }
    private let config: String

    /// - Parameter sections: The configuration besides names, moderators and gateway.
    init(_ sections: String) async throws {
        gateway = try MezonTestGateway(time: time, logger: Self.logger)
        let address = try await gateway.start()
        folder = try TemporaryDirectory()
        config = folder.path + "/config.yaml"
        let text = """
            version: 1
            bot: { gateway: "\(address.baseURL)" }
            names:
              channels: { general: "\(Self.general)", mod-log: "\(Self.modLog)" }
              roles: { admin: "1900000000000000021" }
            moderation: { channel: mod-log, roles: [admin] }
            \(sections)
            """
        try text.write(toFile: config, atomically: true, encoding: .utf8)
    }

    /// Runs an application until the body returns.
    func runApplication(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let account = try #require(gateway.accounts.first { $0.appID == Self.bot })
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: BotRegistry([]),
            environment: ["MEZON_BOT_ID": "\(account.appID)", "MEZON_BOT_TOKEN": account.token.reveal()])
        let (ready, isReady) = AsyncStream<Void>.makeStream()
        let application = try await Application(
            try #require(compiled, "\(report.human())"), options: .init(dataFolder: dataFolder), time: time, logger: Self.logger
        ) { _ in isReady.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await _ in ready {}
            try await body()
            await application.shutDown()
            try await group.next()
        }
    }

    /// Runs a user's client until the body returns.
    func withUser(_ name: String, _ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        let account = try await gateway.account(named: name)
        let user = ChatUser(
            endpoint: try #require(gateway.address.flatMap { GatewayEndpoint($0.baseURL) }),
            credentials: Credentials(appID: "\(account.appID)", token: account.token), time: time, logger: Self.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await user.run() } catch is CancellationError {} }
            while let event = await user.next() {
                guard case .ready(let snapshot) = event else { continue }
                let (heard, hears) = AsyncStream<Event>.makeStream()
                group.addTask {
                    while let event = await user.next() {
                        guard case .events(let arrivals) = event else { continue }
                        for arrival in arrivals { hears.yield(arrival.event) }
                    }
                }
                try await body(Client(user: user, channels: snapshot.channels, heard: heard))
                break
            }
            group.cancelAll()
        }
    }

    /// Runs the built command as a process with this clan's data and returns its output lines.
    func command(_ arguments: String...) async throws -> [String] {
        let process = Process()
        process.executableURL = Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "mezon-bot")
        process.arguments = arguments + ["--data", dataFolder]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let data = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
            Thread {  // Waiting blocks, so it uses a thread outside the pool.
                continuation.resume(
                    with: Result {
                        try process.run()
                        return output.fileHandleForReading.readDataToEndOfFile()
                    })
            }.start()
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// A user's client. Events that were received but not requested yet stay, because channels have no order among each other.
actor Client {
    private let user: ChatUser
    private let channels: [Channel]
    private let heard: AsyncStream<Event>
    private var unread: [Event] = []

    init(user: ChatUser, channels: [Channel], heard: AsyncStream<Event>) {
        self.user = user
        self.channels = channels
        self.heard = heard
    }

    /// - Parameter message: The message to reply to.
    func say(_ text: String, about message: MessageID? = nil) async throws {
        let reference = message.map { Reference(message: $0, sender: 0) }
        let channel = try #require(channels.first { $0.id == ModerationScenario.general })
        _ = try await user.carryOut(.send(Draft(text), answering: reference, topic: 0), in: channel)
    }

    /// Returns the next text of the bot in a channel, either ephemeral or visible to all.
    func nextText(in channel: ChannelID = ModerationScenario.general, isEphemeral: Bool = false) async throws -> String {
        try await next { event in
            guard let message = event.shown, message.author.id == ModerationScenario.bot, message.channel == channel,
                (message.code == .ephemeral) == isEphemeral
            else { return nil }
            return message.text
        }
    }

    /// Returns the next users that are muted or unmuted, up to the given number.
    func bans(_ count: Int, lifted: Bool) async throws -> Set<UserID> {
        var users: Set<UserID> = []
        while users.count < count {
            users.formUnion(
                try await next { event in
                    if case .banChanged(let change) = event, change.isLifted == lifted { change.users } else { nil }
                })
        }
        return users
    }

    private func next<Told>(_ told: (Event) -> Told?) async throws -> Told {
        for (place, event) in unread.enumerated() {
            guard let found = told(event) else { continue }
            unread.remove(at: place)
            return found
        }
        for await event in heard {
            if let found = told(event) { return found }
            unread.append(event)
        }
        throw ApplicationError.gatewayUnreachable("it ended before that was heard")
    }
}

extension Event {
    /// The message, whether it is visible to all or ephemeral.
    fileprivate var shown: Message? {
        switch self {
        case .message(let message), .systemMessage(let message): message
        default: nil
        }
    }
}
