import BotConfiguration
import BotTesting
import ChatModel
import ConnectorKit
import IRC
import Synchronization
import Testing

/// Tests the client against a scripted server: the lines on the wire and the errors.
struct IRCClientTests {
    private let room = "#lobby"

    private func settings(_ server: ScriptedIRCServer, sasl: IRCSettings.Login? = nil) -> IRCSettings {
        IRCSettings(
            host: "127.0.0.1", port: server.port, tls: .off, nick: "an", sasl: sasl, channels: [IRCSettings.RemoteChannel(room)],
            pace: IRCSettings.RateLimit(burst: 1, every: .zero))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a SASL login succeeds, and a failed one is retried after a minute`() async throws {
        let login = IRCSettings.Login(user: "an", password: Secret("sesame"))
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming("sasl=PLAIN") { line, connection in
                switch line {
                case "AUTHENTICATE PLAIN": [.lines(["AUTHENTICATE +"])]
                case "AUTHENTICATE YW4AYW4Ac2VzYW1l": [.lines([connection == 1 ? ":s 904 an :failed" : ":s 903 an :fine"])]
                default: []
                }
            })
        let time = ManualTime()
        let listener = IRCListener(settings(server, sasl: login), time: time)
        while !listener.client.status.isRefused { await Task.yield() }
        await time.waitForSleepers()
        #expect(listener.client.status.phase == .waiting(reason: "login refused: failed", isRefusal: true))
        time.advance(by: .seconds(60))
        try await listener.client.waitUntilJoined(room)
        #expect(!server.lines.joined().contains("sesame"))
        await listener.stop()
        try await server.close()
    }

    @Test(.timeLimit(.minutes(5))) func `an echo acknowledges a message`() async throws {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming("message-tags echo-message labeled-response server-time batch") { line, _ in
                guard line.hasPrefix("@label=") else { return [] }
                let parts = line.split(separator: " ", maxSplits: 1)
                return [.lines(["\(parts[0]);msgid=id-\(parts[0].dropFirst("@label=".count)) :an!an@host \(parts[1])"])]
            })
        let listener = IRCListener(settings(server))
        try await listener.client.waitUntilJoined(room)
        let receipts = try await listener.client.send([IRCText("a"), IRCText("b")], in: room)
        #expect(receipts == [IRCAcknowledgement(msgid: "id-m1"), IRCAcknowledgement(msgid: "id-m2")])
        await listener.wait { $0.count >= 5 }
        let me = IRCUser(nick: "an", isMe: true)
        #expect(
            listener.events == [
                .connected(nick: "an"), .joined(channel: room, me), .history(channel: room, through: nil, isComplete: true),
                .message(IRCMessage(channel: room, by: me, text: "a", msgid: "id-m1")),
                .message(IRCMessage(channel: room, by: me, text: "b", msgid: "id-m2")),
            ])
        await listener.stop()
        while server.lines.last != "QUIT :going away" { await Task.yield() }  // The line is still on its way.
        try await server.close()
    }

    @Test(.timeLimit(.minutes(5))) func `a lost connection makes unacknowledged sends ambiguous and is reconnected`() async throws
    {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming { line, connection in
                line.hasPrefix("PRIVMSG") && connection == 1 ? [.lines(["ERROR :Closing link: bored"]), .close] : []
            })
        let time = ManualTime()
        let listener = IRCListener(settings(server), time: time)
        try await listener.client.waitUntilJoined(room)
        await #expect(throws: IRCSendError.ambiguous("the server said: Closing link: bored")) {
            try await listener.client.send([IRCText("a")], in: room)
        }
        await listener.wait { $0.contains(.lost("the server said: Closing link: bored")) }
        while time.sleepers == 0 || listener.client.status.isConnecting { await Task.yield() }
        time.advance(by: .seconds(1))
        try await listener.client.waitUntilJoined(room)
        #expect(try await listener.client.send([IRCText("b")], in: room) == [IRCAcknowledgement()])
        await listener.stop()
        try await server.close()
    }

    @Test(.timeLimit(.minutes(5))) func `a server without a reply is disconnected after thirty seconds`() async throws {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming { line, _ in line.hasPrefix("PING") ? [.lines([":s NOTICE an :busy"])] : [] })
        let time = ManualTime()
        let listener = IRCListener(settings(server), time: time)
        try await listener.client.waitUntilJoined(room)
        let said = Task { [client = listener.client] in try await client.send([IRCText("a")], in: "#lobby") }
        while !server.lines.contains(where: { $0.hasPrefix("PING") }) { await Task.yield() }
        await time.waitForSleepers()
        time.advance(by: .seconds(31))
        await #expect(throws: IRCSendError.ambiguous("no response within 30 s")) { try await said.value }
        await listener.stop()
        try await server.close()
    }

    @Test(.timeLimit(.minutes(5))) func `the socket is not read while events are not consumed`() async throws {
        let flood = (0..<1000).map { ":binh!b@h PRIVMSG #lobby :\($0)" }
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming { line, _ in
                line.hasPrefix("JOIN")
                    ? [.lines([":an!an@host JOIN #lobby"])] + (0..<40).map { _ in .lines(flood) } : []
            })
        let client = IRCClient(
            settings(server), time: SystemTime(), random: SystemRandomNumberGenerator(), logger: IRCListener.silence)
        let running = Task { try await client.run() }
        try await client.waitUntilJoined(room)
        var texts: [String] = []
        var largest = 0
        while texts.count < 40_000, let events = await client.next() {
            largest = max(largest, events.count)
            for case .message(let said) in events { texts.append(said.text) }
        }
        #expect(texts == (0..<40).flatMap { _ in (0..<1000).map { "\($0)" } })
        #expect(largest < 10_000)
        running.cancel()
        while await client.next() != nil {}
        try await server.close()
    }

    @Test(.timeLimit(.minutes(5))) func `history is requested from the caller's cursor`() async throws {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming("batch message-tags server-time draft/chathistory") { line, _ in
                line.hasPrefix("CHATHISTORY")
                    ? [
                        .lines([
                            ":s BATCH +1 chathistory #lobby", "@batch=1;msgid=9 :binh!b@h PRIVMSG #lobby :late", ":s BATCH -1",
                        ])
                    ]
                    : []
            })
        let listener = IRCListener(settings(server)) { room in HistoryCursor(msgid: room + "-8", time: SystemTime().now) }
        await listener.wait(forSaid: 1)
        #expect(listener.said == [IRCMessage(channel: room, by: IRCUser(nick: "binh"), text: "late", msgid: "9", isLate: true)])
        #expect(server.lines.contains("CHATHISTORY AFTER #lobby msgid=#lobby-8 100"))
        await listener.stop()
        try await server.close()
    }

    @Test(.timeLimit(.minutes(5))) func `a cancelled waiter throws, and stopping the client ends all waiters`() async throws {
        let server = try await ScriptedIRCServer { _, _ in [] }
        let listener = IRCListener(settings(server))
        let waiter = Task { [client = listener.client] in try await client.waitUntilJoined("#lobby") }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await #expect(throws: IRCSendError.notJoined("the channel is not configured")) {
            try await listener.client.waitUntilJoined("#elsewhere")
        }
        await #expect(throws: IRCSendError.notConnected) { try await listener.client.send([IRCText("a")], in: room) }
        let joined = Task { [client = listener.client] in try await client.waitUntilJoined("#lobby") }
        await listener.stop()
        await #expect(throws: IRCSendError.notConnected) { try await joined.value }
        #expect(listener.client.status.phase == .ended)
        try await server.close()
    }
}

extension IRCStatus {
    var isConnecting: Bool { if case .connecting = phase { true } else { false } }
}
