import BotConfiguration
import BotKit
import ChatModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Moderation
import NIOCore
import NIOEmbedded
import RuleEngine
import Synchronization
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp
@testable import Storage

/// A console over a store in memory of a test, with a recorded application behind it.
final class ConsoleHarness: Sendable {
    static let host = "127.0.0.1:7350"

    let store: TestStore
    /// The folder with `config.yaml`.
    let folder: TemporaryDirectory
    let time: ManualTime
    let sessions: SessionStore
    let assistants: AssistantSessions
    let feed: JournalFeed
    let runner: ConsoleRunner
    let rooms: ChatRooms
    let handler: RequestHandler
    let compiled: CompiledConfiguration
    /// The clans in which the configuration runs; nil for a store without an application.
    let clan: TestClan?
    /// The requests that reached the application.
    private let asked = Mutex<[AdminRequest]>([])
    private let status: Mutex<StatusReport?>
    /// The number of times that the metrics were collected.
    let collections = Mutex(0)
    private let reply = Mutex<(@Sendable (AdminRequest) async -> AdminReply)?>(nil)

    /// - Parameters:
    ///   - config: The rest of `config.yaml`.
    ///   - files: Further files beside it, by name.
    ///   - settings: The settings of the console.
    ///   - clans: The clans in which the configuration runs.
    init(
        config: String = "", files more: [String: String] = [:], settings: ConsoleSettings = ConsoleSettings(),
        limits: ConsoleLimits = ConsoleLimits(),
        bots: [any Bot.Type] = [], chat: ChatAccess? = nil,
        search: @escaping @Sendable (MessageSearch) -> SearchPage = { _ in SearchPage(hits: [], hasMore: false) },
        clans: TestClanSetup? = nil
    ) async throws {
        let registry = BotRegistry(bots)
        folder = try TemporaryDirectory()
        for (name, text) in more.merging(["config.yaml": "version: 1\n\(config)\n"], uniquingKeysWith: { $1 }) {
            let file = URL(fileURLWithPath: folder.path + "/" + name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let (checked, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: registry,
            environment: ["TEST_BOT_ID": "1234567890", "TEST_TOKEN": "hidden-value"])
        let compiled = try #require(checked, "\(report.human())")
        self.compiled = compiled
        let clan = try await clans.asyncMap { try await TestClan($0, compiled) }
        self.clan = clan
        let time = clan?.runtime.time ?? ManualTime()
        self.time = time
        store = try await TestStore(time: time)
        let files = compiled.files.json
        try await store.store.revisions.record(compiled.rules.version, files: files)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let reader = try await clan?.runtime.reader ?? store.store.reader
        status = Mutex(nil)
        let box = Box()
        let access = ConsoleAccess(
            settings: settings, reader: reader, search: { search($0) },
            configuration: { compiled }, ask: { await box.harness?.answer($0) ?? AdminReply([]) },
            metrics: { try #require(box.harness).metrics() }, chat: chat, degrade: { _ in }, time: time, logger: logger)
        let origins = AllowedOrigins(settings, port: 7350)
        sessions = SessionStore(time: time)
        assistants = AssistantSessions(time: time)
        feed = JournalFeed(reader: reader, limits: limits, time: time, logger: logger)
        rooms = ChatRooms(chat, time: time)
        runner = ConsoleRunner(time: time, logger: logger)
        let context = ConsoleContext(access: access, registry: registry)
        handler = RequestHandler(
            context: context, origins: origins, sessions: sessions,
            notices: PendingNotices(), renderer: try PageRenderer(basePath: origins.basePath), feed: feed,
            activity: RuleActivity(reader: reader, time: time),
            metrics: MetricsEndpoint(settings, MetricsCache(context, version: "1.2.3", feed: feed)),
            assistants: AssistantEndpoint(
                settings.assistants,
                AssistantCommands(program: URL(fileURLWithPath: "/bin/echo"), configuration: "config.yaml", data: "data"),
                sessions: assistants, version: "1.2.3", time: time, logger: logger),
            runner: runner, rooms: rooms, fixtures: FixtureMaker(time: time), whyNot: WhyNotFinder(time: time),
            cookies: ConsoleCookies(port: 7350, origins),
            logger: logger)
        box.set(self)
    }

    /// Breaks the circle between the harness and the closure that answers for its application.
    private final class Box: Sendable {
        private struct Weak { weak var harness: ConsoleHarness? }

        private let state = Mutex(Weak())
        var harness: ConsoleHarness? { state.withLock { $0.harness } }
        func set(_ harness: ConsoleHarness) { state.withLock { $0.harness = harness } }
    }

    var requests: [AdminRequest] { asked.withLock { $0 } }

    func report(_ report: StatusReport) { status.withLock { $0 = report } }

    private func metrics() -> ApplicationMetrics {
        collections.withLock { $0 += 1 }
        return ApplicationMetrics(status: status.withLock { $0 } ?? .make(at: time.now), rules: ["greeting"])
    }

    /// Sets what the application answers.
    func answer(with reply: @escaping @Sendable (AdminRequest) async -> AdminReply) { self.reply.withLock { $0 = reply } }

    /// The text of a file of the configuration on disk.
    func text(of file: String) throws -> String { try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8) }

    private func answer(_ request: AdminRequest) async -> AdminReply {
        if case .health = request { return AdminReply([], health: status.withLock { $0 } ?? .make(at: time.now)) }
        asked.withLock { $0.append(request) }
        if let reply = reply.withLock({ $0 }) { return await reply(request) }
        return AdminReply(["done: \(request)"])
    }

    /// A signed-in browser: its cookie and the token of its forms.
    func signIn(to scope: ClanScope = .everything) throws -> (cookie: String, formToken: String) {
        let session = try #require(sessions.open(with: sessions.newAddressToken(for: scope).text))
        return ("mezon_bot_session_7350=\(session.token.text)", session.formToken.text)
    }

    private static let plainCharacters = CharacterSet(charactersIn: "a"..."z").union(CharacterSet(charactersIn: "0"..."9"))

    /// Sends a form.
    func post(_ path: String, _ fields: [String: String], as browser: (cookie: String, formToken: String)) async throws
        -> Response
    {
        let encoded = fields.merging(["csrf": browser.formToken]) { $1 }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? "")"
        }
        return try await send(
            .post, path, cookie: browser.cookie, origin: "http://\(Self.host)", body: encoded.sorted().joined(separator: "&"))
    }

    /// Sends a request to the handler.
    func send(
        _ method: HTTPRequest.Method = .get, _ path: String, host: String? = ConsoleHarness.host, cookie: String? = nil,
        origin: String? = nil, language: String? = nil, authorization: String? = nil, body: String = ""
    ) async throws -> Response {
        var fields = HTTPFields()
        fields[.cookie] = cookie
        fields[.origin] = origin
        fields[.authorization] = authorization
        fields[.acceptLanguage] = language
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
        let context = ConsoleRequestContext(
            source: ApplicationRequestContextSource(
                channel: EmbeddedChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        return await handler.respond(to: request, context)
    }

    /// Appends messages to the journal and returns their sequences.
    @discardableResult
    func say(_ texts: String..., by author: Author = .an) async throws -> [Int64] {
        let first = try await handler.context.reader.lastSequence()
        try await store.store.journal.append(texts.map { .make(Message.make(text: $0, by: author)) })
        return (0..<texts.count).map { first + 1 + Int64($0) }
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}

extension Response {
    /// The text of the body.
    func text() async throws -> String {
        let collector = BodyCollector()
        try await body.write(collector)
        return String(buffer: collector.bytes.withLock { $0 })
    }
}

/// Collects what a response writes.
private final class BodyCollector: ResponseBodyWriter {
    let bytes = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { collected in
            var buffer = buffer
            collected.writeBuffer(&buffer)
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension StatusReport {
    /// A report of a running application.
    static func make(at now: Date, degraded: [Reason] = [], isConnected: Bool = true) -> StatusReport {
        StatusReport(
            pid: 1, startedAt: now.addingTimeInterval(-3_725), now: now, connection: "ws://localhost:1: connected",
            isConnected: isConnected, isStarting: false, heartbeats: .init(count: 1, latestMilliseconds: 2),
            rules: .init(version: "abcdef", enforced: 1, shadow: 2, disabled: 3),
            store: .init(entries: 5, waiting: 0, deliveries: [:], openCases: 0, gaps: 0), degraded: degraded, suspendedBots: [:],
            connectors: nil, missingConnectors: nil)
    }
}
