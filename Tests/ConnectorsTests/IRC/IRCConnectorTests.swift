import BotConfiguration
import BotTesting
import ChatModel
import Delivery
import Foundation
import MezonProtocol
import Storage
import Synchronization
import Testing

@testable import ConnectorKit
@testable import IRC

/// Tests a connector between a scripted server and a store.
@Suite(.timeLimit(.minutes(5))) struct IRCConnectorTests {
    private static let room = ChannelID(connection: "net", channel: "#swift")
    private let testStore: TestStore

    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.directory.remember(
            clans: [Clan(id: ClanID(connection: "net"), name: "net")],
            channels: [Channel(id: Self.room, clan: ClanID(connection: "net"), label: "swift")])
    }

    private func port(_ server: ScriptedIRCServer) async throws -> IRCConnector { try await port(server.port) }

    private func port(_ number: Int) async throws -> IRCConnector {
        let settings = IRCSettings(
            host: "127.0.0.1", port: number, tls: .off, nick: "an", channels: [IRCSettings.RemoteChannel("#swift")],
            pace: IRCSettings.RateLimit(burst: 1, every: .zero))
        return IRCConnector(
            ConnectionSettings(
                name: "net", position: SourcePosition(file: "c", line: 1, column: 1), network: .init(settings),
                channels: [.init(id: Self.room, name: "#swift")]), settings, try await .make(in: testStore),
            random: SystemRandomNumberGenerator())
    }

    private func messages() async throws -> [Message] {
        try await testStore.store.journal.entries(after: 0, limit: 1000).compactMap {
            guard case .envelope(let envelope) = try Frame($0.frame),
                case .event(.message(let message)) = DecodedPush(envelope, receivedAt: $0.receivedAt)
            else { return nil }
            return message
        }
    }

    /// Advances time between connections until a condition holds.
    private func wait(_ port: IRCConnector, until isSo: () async throws -> Bool) async throws {
        while try await !isSo() {
            if port.status.text.hasPrefix("127.0.0.1:") { testStore.time.advance(by: .seconds(1)) }
            await Task.yield()
        }
    }

    /// A server that keeps all messages, plays a hundred at a time, and disconnects in the second page, behind a live line.
    private final class StrictTransportStore: Sendable {
        private static let capabilities = "message-tags batch server-time draft/chathistory"
        private let start: Date
        private let broken = Mutex(false)

        init(_ start: Date) { self.start = start }

        private func line(_ number: Int, isLate: Bool) -> String {
            let time = IRCTimestamp.text(start.addingTimeInterval(Double(number)))
            return "@\(isLate ? "batch=1;" : "")msgid=m\(number);time=\(time) :binh!b@h PRIVMSG #swift :\(number)"
        }

        /// Answers with 250 messages, of which the last one is written while history is read.
        func answers(to line: String, on connection: Int) -> [ScriptedIRCServer.Answer] {
            if line.hasPrefix("JOIN"), connection == 1 {
                return [.lines([":an!an@host JOIN #swift", self.line(1, isLate: false)]), .close]
            }
            guard line.hasPrefix("CHATHISTORY AFTER #swift msgid=m"),
                let after = Int(line.dropFirst("CHATHISTORY AFTER #swift msgid=m".count).prefix { $0 != " " })
            else { return [] }
            let page = (after + 1)...min(after + 100, 250)
            let lines = after < 250 ? page.map { self.line($0, isLate: true) } : []
            let isBroken = broken.withLock { broken in
                defer { broken = broken || after == 101 }
                return broken
            }
            guard after == 101, !isBroken else { return [.lines([":s BATCH +1 chathistory #swift"] + lines + [":s BATCH -1"])] }
            return [.lines([self.line(250, isLate: false), ":s BATCH +1 chathistory #swift"] + lines.prefix(30)), .close]
        }

        func script() -> ScriptedIRCServer.Script {
            ScriptedIRCServer.welcoming(Self.capabilities) { line, connection in self.answers(to: line, on: connection) }
        }
    }

    @Test(arguments: [false, true])
    func `a disconnect while reading history loses no message, even behind a live line`(isRestarted: Bool) async throws {
        let server = try await ScriptedIRCServer(StrictTransportStore(testStore.time.now).script())
        var port = try await port(server)
        var running = Task { [port] in try await port.run() }
        while try await messages().isEmpty { await Task.yield() }
        if isRestarted {
            try await wait(port) { server.connections > 1 }
            while try await !messages().contains(where: { $0.text == "250" }) { await Task.yield() }
            running.cancel()
            _ = await running.result
            try testStore.restart()
            port = try await self.port(server)
            running = Task { [port] in try await port.run() }
        }
        try await wait(port) {
            let gaps = try await testStore.store.gaps.all()
            let entries = try await testStore.store.journal.entries(after: 249, limit: 1)
            return gaps.isEmpty && !entries.isEmpty
        }
        let texts = try await messages().map(\.text)
        let all = (1...250).map { "\($0)" }
        #expect(texts.sorted() == all.sorted())
        #expect(Array(texts.prefix(101)) == Array(all.prefix(101)))
        #expect(texts[101] == "250")
        let requests = server.lines.filter { $0.hasPrefix("CHATHISTORY") }
        #expect(requests.prefix(2) == ["CHATHISTORY AFTER #swift msgid=m1 100", "CHATHISTORY AFTER #swift msgid=m101 100"])
        // From the point of the disconnect, or earlier if the page was not yet on disk.
        #expect(requests.dropFirst(2).first != "CHATHISTORY AFTER #swift msgid=m250 100")
        #expect(requests.last == "CHATHISTORY AFTER #swift msgid=m201 100")
        running.cancel()
        _ = await running.result
        try await server.close()
    }

    private func outboundRequest(_ request: ResolvedAction.Request, relayed: RelayedMessage? = nil) -> OutboundRequest {
        OutboundRequest(
            ResolvedAction(channel: Self.room, request: request),
            in: Channel(id: Self.room, clan: ClanID(connection: "net"), label: "swift"), idempotencyKey: "1-1-0", relayed: relayed
        )
    }

    @Test(arguments: ["message-tags", "message-tags draft/message-redaction echo-message labeled-response batch"])
    func `a delete that the network cannot carry out is journaled once and refused`(capabilities: String) async throws {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming(capabilities) { line, _ in
                if line.hasPrefix("JOIN") {
                    return [.lines([":an!an@host JOIN #swift", "@msgid=m1 :binh!b@h PRIVMSG #swift :rude"])]
                }
                guard line.contains("REDACT"), let label = line.split(separator: " ").first else { return [] }
                return [.lines(["\(label) FAIL REDACT REDACT_FORBIDDEN #swift m1 :You may not"])]
            })
        let port = try await port(server)
        let running = Task { try await port.run() }
        try await port.waitUntilConnected(to: Self.room)
        try await wait(port) { try await messages().count == 1 }
        let message = try await messages()[0]
        let recorder = RemovalRecorder(base: port, store: try testStore.store, time: testStore.time)
        // Twice, as after a crash between the two.
        for _ in 1...2 {
            await #expect(throws: SendError.self) { try await recorder.send(outboundRequest(.delete(message.id, topic: 0))) }
        }
        let entries = try await testStore.store.journal.entriesWithoutTurn(after: 0, limit: 10)
        #expect(entries.map(\.kind) == ["message", "delete"])
        #expect(entries.map(\.message) == [message.id, message.id])
        running.cancel()
        _ = await running.result
        try await server.close()
    }

    @Test func `a relayed delete is not journaled, and without support it succeeds`() async throws {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming { line, _ in
                line.hasPrefix("JOIN") ? [.lines([":an!an@host JOIN #swift", ":binh!b@h PRIVMSG #swift :fine"])] : []
            })
        let port = try await port(server)
        let running = Task { try await port.run() }
        try await wait(port) { try await messages().count == 1 }
        let message = try await messages()[0]
        let relayed = RelayedMessage(of: 5, in: .general, .delete)
        let recorder = RemovalRecorder(base: port, store: try testStore.store, time: testStore.time)
        _ = try await recorder.send(outboundRequest(.delete(message.id, topic: 0), relayed: relayed))
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10).map(\.kind) == ["message"])
        running.cancel()
        _ = await running.result
        try await server.close()
    }

    @Test(.enabled(if: IRCServerProcess.path(of: .inspircd) != nil, "inspircd is not installed"))
    func `history that a real server plays on rejoining is ingested once`() async throws {
        let program = try IRCServerProcess(.inspircd)
        try await program.start()
        let binh = IRCListener(RealServerTests.settings(program, "binh", rooms: ["#swift"]))
        try await binh.client.waitUntilJoined("#swift")
        for round in 0..<2 {
            let port = try await port(program.port)
            let running = Task { try await port.run() }
            try await port.waitUntilConnected(to: Self.room)
            try await binh.client.send([IRCText("heard \(round)")], in: "#swift")
            try await wait(port) { try await messages().contains { $0.text == "heard \(round)" } }
            running.cancel()
            _ = await running.result
            try await binh.client.send([IRCText("missed \(round)")], in: "#swift")
        }
        #expect(try await messages().map(\.text) == ["heard 0", "missed 0", "heard 1"])
        await binh.stop()
    }
}
