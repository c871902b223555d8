import ChatModel
import Foundation
import Logging
import MezonProtocol
import NIOHTTP1
import NIOWebSocket
import SwiftProtobuf
import Synchronization
import Testing

@testable import MezonClient

@Suite(.timeLimit(.minutes(15))) struct MezonConnectionTests {
    private static let general = Channel(id: 1, clan: 9, label: "general")
    private static let staff = Channel(id: 2, clan: 9, label: "staff", isPrivate: true)

    /// A directory with one clan, a public and a private channel, and no direct messages.
    private static let directory: MezonConnection.RemoteProcedures = { rpc, body in
        switch rpc {
        case .listClanDescs:
            return ApiClanDescList.with {
                $0.clandesc = [
                    .with {
                        $0.clanID = 9; $0.clanName = "Nine"
                    }
                ]
            }.wireBytes
        default:
            guard try ApiListChannelDescsRequest(serializedBytes: body).clanID == 9 else { return [] }
            return ApiChannelDescList.with {
                $0.channeldesc = [general, staff].map { channel in
                    .with {
                        $0.clanID = 9
                        $0.channelID = channel.id.rawValue
                        $0.type = 1
                        $0.channelLabel = channel.label
                        $0.channelPrivate = channel.isPrivate ? 1 : 0
                    }
                }
            }.wireBytes
        }
    }

    private static func client(
        _ gateway: TestGateway, time: any TimeSource = SystemTime(), timing: ConnectionTiming = ConnectionTiming(),
        target: MezonConnection.TargetProvider? = nil, rpc: @escaping MezonConnection.RemoteProcedures = directory,
        mayAct: @escaping @Sendable () -> Bool = { true },
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) -> MezonConnection {
        let url = "ws://127.0.0.1:\(gateway.port)"
        return MezonConnection(
            target: target ?? { _ in ConnectionTarget(url: url, token: Secret("a.b.c"), userID: 42) }, rpc: rpc, time: time,
            logger: logger, timing: timing, mayAct: mayAct)
    }

    /// Runs a client against a gateway while the body runs.
    private static func run(_ client: MezonConnection, _ gateway: TestGateway, _ body: () async throws -> Void) async throws {
        let running = Task { try await client.run() }
        do {
            try await body()
        } catch {
            running.cancel()
            try await gateway.stop()
            throw error
        }
        running.cancel()
        _ = await running.result
        try await gateway.stop()
    }

    /// Reads until the connection is ready and returns the snapshot.
    @discardableResult private static func ready(_ client: MezonConnection) async throws -> ReadySnapshot {
        while let inflow = await client.next() {
            if case .ready(let roster) = inflow { return roster }
        }
        throw SocketError.notConnected
    }

    private static func events(_ client: MezonConnection, _ count: Int) async -> [ReceivedEvent] {
        var arrivals: [ReceivedEvent] = []
        while arrivals.count < count, let inflow = await client.next() {
            if case .events(let more) = inflow { arrivals += more }
        }
        return arrivals
    }

    private static func message(_ id: Int64) -> [UInt8] {
        RtEnvelope.with {
            $0.channelMessage.channelID = 1
            $0.channelMessage.messageID = id
            $0.channelMessage.content = #"{"t":"hi"}"#
        }.wireBytes
    }

    @Test func `a connection joins every clan, direct messages and private channels and is ready with the snapshot`() async throws
    {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        #expect(client.connectionState == .initial)
        try await Self.run(client, gateway) {
            let roster = try await Self.ready(client)
            #expect(roster == ReadySnapshot(me: 42, clans: [Clan(id: 9, name: "Nine")], channels: [Self.general, Self.staff]))
            let joins = gateway.received.map { envelope in
                var envelope = envelope
                envelope.cid = 0
                return envelope
            }
            #expect(Set(joins.prefix(2)) == [ChannelSubscriptions.request(ClanID(9)), ChannelSubscriptions.request(ClanID(0))])
            #expect(joins.dropFirst(2) == [ChannelSubscriptions.request(Self.staff)])
            #expect(gateway.uris == ["/ws?lang=en&status=true&token=a.b.c&format=protobuf"])
            guard case .connected = client.connectionState else {
                Issue.record("shown as \(client.connectionState)")
                return
            }
        }
    }

    @Test func `failed lists and joins are retried`() async throws {
        let isJoinRefused = Mutex(false)
        let gateway = try await TestGateway.start { envelope, gateway in
            guard case .clanJoin = envelope.message, envelope.clanJoin.clanID == 9,
                isJoinRefused.withLock({ isRefused in
                    defer { isRefused = true }
                    return !isRefused
                })
            else { return TestGateway.defaultScript(envelope, gateway) }
            return [
                RtEnvelope.with {
                    $0.cid = envelope.cid
                    $0.error.code = 8
                }.wireBytes
            ]
        }
        let refusals = Mutex([503])
        let client = Self.client(
            gateway,
            rpc: { rpc, body in
                if rpc == .listChannelDescs, let code = refusals.withLock({ $0.popLast() }) {
                    throw SocketError.refused(code: code, message: "later")
                }
                return try await Self.directory(rpc, body)
            })
        try await Self.run(client, gateway) {
            let roster = try await Self.ready(client)
            #expect(roster.channels == [Self.general, Self.staff])
            #expect(gateway.received.filter { $0.clanJoin.clanID == 9 }.count == 2)
        }
    }

    /// A clock that does not pause between attempts.
    private struct UnpausedTime: TimeSource {
        private let system = SystemTime()
        var now: Date { system.now }
        var uptime: Duration { system.uptime }
        func sleep(until uptime: Duration) async throws {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func `a clan that the bot was added to is joined once its channels can be listed`() async throws {
        let gateway = try await TestGateway.start()
        // The last one is thrown first. More refusals than one attempt retries are followed by an unreachable server.
        let failures = Mutex<[any Error]>([])
        let client = Self.client(
            gateway, time: UnpausedTime(),
            rpc: { rpc, body in
                if rpc == .listChannelDescs, let failure = failures.withLock({ $0.popLast() }) { throw failure }
                return try await Self.directory(rpc, body)
            })
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            let refusals = Array(repeating: SocketError.refused(code: 503, message: "later") as any Error, count: 7)
            failures.withLock { $0 = [SessionError.unreachable("no route")] + refusals }
            gateway.push([
                RtEnvelope.with {
                    $0.addClanUserEvent.clanID = 9
                    $0.addClanUserEvent.user.userID = 42
                }.wireBytes
            ])
            while let event = await client.next() {
                guard case .clanJoined(let clan, let channels) = event else { continue }
                #expect(clan == Clan(id: 9, name: "Nine"))
                #expect(channels == [Self.general, Self.staff])
                #expect(failures.withLock { $0.isEmpty })
                break
            }
        }
    }

    @Test func `a send returns the id from its acknowledgement`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
            #expect(try await client.send(outgoing, in: Self.general) == 1000)
        }
    }

    @Test func `the completion of a request may begin the next one`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
        #expect(!client.begin(outgoing, in: Self.general) { _ in })
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            let (completions, completion) = AsyncStream<MessageID?>.makeStream()
            @Sendable func begin(_ remaining: Int) {
                let isBegun = client.begin(outgoing, in: Self.general) { result in
                    completion.yield(try? result?.get())
                    if remaining > 1 { begin(remaining - 1) } else { completion.finish() }
                }
                if !isBegun { completion.finish() }
            }
            begin(50)
            #expect(await completions.reduce(into: []) { $0.append($1) } == Array(repeating: 1000, count: 50))
        }
    }

    @Test func `requests of the outbox are not written while the process may not act outside`() async throws {
        let gateway = try await TestGateway.start()
        let mayAct = Mutex(true)
        let client = Self.client(gateway, mayAct: { mayAct.withLock { $0 } })
        let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
        func begin() async -> Result<MessageID, SocketError>? {
            await withCheckedContinuation { continuation in
                // The right is lost between the decision to send and the write.
                client.perform {
                    let isBegun = client.begin(outgoing, in: Self.general) { continuation.resume(returning: $0) }
                    mayAct.withLock { $0 = false }
                    if !isBegun { continuation.resume(returning: nil) }
                }
            }
        }
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            #expect(await begin() == .failure(.notConnected))
            await #expect(throws: SocketError.notConnected) { try await client.send(outgoing, in: Self.general) }
            // Joins are not of the outbox: a node connects before it takes over.
            try await client.join(Self.staff)
            mayAct.withLock { $0 = true }
            #expect(try await client.send(outgoing, in: Self.general) == 1000)
            let sends = gateway.received.filter { if case .channelMessageSend = $0.message { true } else { false } }
            #expect(sends.count == 1)
        }
    }

    @Test func `a begun request completes without a result if its channel must be joined first`() async throws {
        let gateway = try await TestGateway.start { envelope, gateway in
            guard case .channelMessageSend = envelope.message else { return TestGateway.defaultScript(envelope, gateway) }
            let refusal = RtEnvelope.with {
                $0.cid = envelope.cid
                $0.error.code = 3
                $0.error.message = "Must join channel before sending messages"
            }
            return [refusal.wireBytes]
        }
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
            let result = await withCheckedContinuation { continuation in
                if !client.begin(outgoing, in: Self.general, completion: { continuation.resume(returning: $0) }) {
                    continuation.resume(returning: .failure(.notConnected))
                }
            }
            #expect(result == nil)
        }
    }

    @Test func `a missing channel join is made, and the send is repeated with a new id`() async throws {
        let isJoined = Mutex(false)
        let gateway = try await TestGateway.start { envelope, gateway in
            if case .channelJoin = envelope.message { isJoined.withLock { $0 = true } }
            guard case .channelMessageSend = envelope.message, !isJoined.withLock({ $0 }) else {
                return TestGateway.defaultScript(envelope, gateway)
            }
            let refusal = RtEnvelope.with {
                $0.cid = envelope.cid
                $0.error.code = 3
                $0.error.message = "Must join channel before sending messages"
            }
            return [refusal.wireBytes]
        }
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            isJoined.withLock { $0 = false }
            let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
            #expect(try await client.send(outgoing, in: Self.general) == 1000)
            let last = gateway.received.suffix(3)
            #expect(last.map(\.channelMessageSend.channelID) == [1, 0, 1])
            #expect(Set(last.map(\.cid)).count == 3)
        }
    }

    @Test func `edits and deletes are sent as remote procedures, and their errors are reported`() async throws {
        let gateway = try await TestGateway.start { envelope, gateway in
            guard case .apiRequestEvent(let call) = envelope.message, call.apiIndex == 182 else {
                return TestGateway.defaultScript(envelope, gateway)
            }
            return [RawFrame(cid: UInt16(envelope.cid), status: 7, payload: Array("permission denied".utf8)).bytes]
        }
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            let edit = ResolvedAction(channel: 1, request: .edit(77, "new", topic: 0))
            #expect(try await client.send(edit, in: Self.general) == 77)
            await #expect(throws: SocketError.refused(code: 7, message: "permission denied")) {
                try await client.send(ResolvedAction(channel: 1, request: .delete(77, topic: 0)), in: Self.general)
            }
            #expect(
                gateway.received.suffix(2).map(\.apiRequestEvent.apiName) == ["UpdateChannelMessage", "DeleteChannelMessage"])
        }
    }

    @Test func `events arrive in order between invalid frames`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            gateway.push([Self.message(1), [0xFF, 0], [0x0A, 0xFF], []])
            gateway.push([Array("text".utf8)], opcode: .text)
            gateway.push([
                RtEnvelope.with {
                    $0.cid = 999; $0.pong = RtPong()
                }.wireBytes, Self.message(2),
            ])
            let arrivals = await Self.events(client, 2)
            #expect(arrivals.map(\.event.message) == [1, 2])
            #expect(arrivals.map(\.frame) == [Self.message(1), Self.message(2)])
            let outgoing = ResolvedAction(channel: 1, request: .send("still here", answering: nil, topic: 0))
            #expect(try await client.send(outgoing, in: Self.general) == 1000)
            let counts = client.counts
            #expect(counts.undecodableFrames == 2)
            #expect(counts.textFrames == 1)
            #expect(counts.staleReplies == 1)
        }
    }

    /// Counts log messages.
    private struct LogCounter: LogHandler {
        final class Counts: Sendable { let byMessage = Mutex<[String: Int]>([:]) }
        let counts: Counts
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { counts.byMessage.withLock { $0["\(event.message)", default: 0] += 1 } }
    }

    @Test func `repeated invalid frames are logged increasingly less often`() async throws {
        let gateway = try await TestGateway.start()
        let counter = LogCounter(counts: .init())
        let client = Self.client(gateway, logger: Logger(label: "test") { _ in counter })
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            for number in 1...40 {
                gateway.push([[0xFF, 0], Self.message(Int64(number))])
                _ = await Self.events(client, 1)  // Sends each frame in a separate burst.
            }
            #expect(client.counts.undecodableFrames == 40)
        }
        #expect(counter.counts.byMessage.withLock { $0["Undecodable frame"] } == 6)  // 1, 2, 4, 8, 16, 32.
    }

    @Test func `a channel that the bot was added to is joined, also after a reconnect`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            gateway.push([
                RtEnvelope.with {
                    $0.userChannelAddedEvent.channelDesc = .with {
                        $0.clanID = 9; $0.channelID = 5; $0.type = 1
                    }
                    $0.userChannelAddedEvent.users = [.with { $0.userID = 42 }]
                }.wireBytes
            ])
            await gateway.waitForEnvelopes(4)
            gateway.drop()
            try await Self.ready(client)
            let joined = gateway.received.map(\.channelJoin.channelID)
            // The joins of one round are requested concurrently.
            #expect(joined.prefix(6) == [0, 0, 2, 5, 0, 0] && joined.dropFirst(6).sorted() == [2, 5])
        }
    }

    @Test func `a request without an answer is ambiguous after a timeout or a disconnect`() async throws {
        let gateway = try await TestGateway.start { envelope, gateway in
            if case .channelMessageSend = envelope.message { return [] }
            return TestGateway.defaultScript(envelope, gateway)
        }
        let client = Self.client(gateway, timing: ConnectionTiming(request: .milliseconds(50)))
        let slow = Self.client(gateway, timing: ConnectionTiming(probe: .seconds(60)))
        let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
        await #expect(throws: SocketError.notConnected) { try await client.send(outgoing, in: Self.general) }
        try await Self.run(slow, gateway) {
            let running = Task { try await client.run() }
            try await Self.ready(client)
            await #expect(throws: SocketError.notAcknowledged(after: .milliseconds(50))) {
                try await client.send(outgoing, in: Self.general)
            }
            running.cancel()
            _ = await running.result
            try await Self.ready(slow)
            let before = gateway.received.count
            let sending = Task { try await slow.send(outgoing, in: Self.general) }
            await gateway.waitForEnvelopes(before + 1)
            gateway.drop()
            await #expect(throws: SocketError.connectionLost) { try await sending.value }
        }
    }

    @Test func `a message whose answer is lost is known to be overtaken, by a ping if nothing else follows`() async throws {
        let gateway = try await TestGateway.start { envelope, gateway in
            if case .channelMessageSend = envelope.message { return [] }
            return TestGateway.defaultScript(envelope, gateway)
        }
        let client = Self.client(gateway, timing: ConnectionTiming(probe: .milliseconds(1), overtaken: .milliseconds(2)))
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            let outgoing = ResolvedAction(channel: 1, request: .send("hi", answering: nil, topic: 0))
            let error = await #expect(throws: SocketError.self) { try await client.send(outgoing, in: Self.general) }
            guard case .overtaken(let pending)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.isAmbiguous == true && pending < .seconds(10))
        }
    }

    @Test func `heartbeats are counted with their latest delay`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway, timing: ConnectionTiming(ping: .milliseconds(5)))
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            // The answer to a heartbeat is read before the next one is sent.
            await gateway.waitForPings(3)
            let counts = client.counts
            #expect(counts.pings >= 2 && counts.latestPing >= .zero && counts.latestPing < .seconds(60))
        }
    }

    @Test func `a half-open connection is detected and replaced`() async throws {
        let gateway = try await TestGateway.start { envelope, gateway in
            if case .ping = envelope.message { return [] }
            return TestGateway.defaultScript(envelope, gateway)
        }
        let timing = ConnectionTiming(ping: .milliseconds(100), pongTimeout: .milliseconds(100))
        let client = Self.client(gateway, timing: timing)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            while let inflow = await client.next() {
                guard case .lost(let reason) = inflow else { continue }
                #expect(reason.contains("no response"))
                break
            }
            try await Self.ready(client)
        }
    }

    @Test func `a refused token is replaced at the next attempt`() async throws {
        let gateway = try await TestGateway.start(refusing: .unauthorized)
        let url = "ws://127.0.0.1:\(gateway.port)"
        let refused = Mutex<[Secret?]>([])
        let client = Self.client(gateway) { token in
            refused.withLock { $0.append(token) }
            if token != nil { gateway.admit() }
            return ConnectionTarget(url: url, token: token == nil ? Secret("old") : Secret("new"), userID: 42)
        }
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            #expect(refused.withLock { $0 } == [nil, Secret("old")])
        }
    }

    @Test func `a refused login ends the run with its reason`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway) { _ in throw SocketError.loginRefused("no such application") }
        await #expect(throws: SocketError.loginRefused("no such application")) { try await client.run() }
        guard case .connecting(attempt: 1)? = await client.next() else {
            Issue.record("no attempt was made")
            return
        }
        #expect(await client.next() == nil)
        try await gateway.stop()
    }

    @Test func `a slow reader pauses reading and loses nothing`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        try await Self.run(client, gateway) {
            try await Self.ready(client)
            for start in stride(from: Int64(0), to: 50_000, by: 1000) {
                gateway.push((start..<start + 1000).map { Self.message($0 + 1) })
            }
            let arrivals = await Self.events(client, 50_000)
            #expect(arrivals.map(\.event.message.rawValue) == Array(1...50_000))
        }
    }

    @Test func `cancellation ends the run and its events`() async throws {
        let gateway = try await TestGateway.start()
        let client = Self.client(gateway)
        try await Self.run(client, gateway) { try await Self.ready(client) }
        #expect(await client.next() == nil)
    }
}
