import BotConfiguration
import BotTesting
import ChatModel
import ConnectorKit
import IRC
import Testing

/// Tests against ngircd and InspIRCd as packaged by Debian. Skipped when they are not installed.
struct RealServerTests {
    static let kinds = IRCServerProcess.Kind.allCases.filter { IRCServerProcess.path(of: $0) != nil }
    static let room = "#lobby"

    static func settings(
        _ server: IRCServerProcess, _ nick: String, pace: IRCSettings.RateLimit = IRCSettings.RateLimit(burst: 1, every: .zero),
        password: String? = nil, rooms: [String] = [room]
    ) -> IRCSettings {
        IRCSettings(
            host: "127.0.0.1", port: server.port, tls: .off, nick: nick, password: password.map { Secret($0) },
            channels: rooms.map { IRCSettings.RemoteChannel($0) }, pace: pace)
    }

    private func pair(_ server: IRCServerProcess) async throws -> (IRCListener, IRCListener) {
        let an = IRCListener(Self.settings(server, "an"))
        try await an.client.waitUntilJoined(Self.room)
        let binh = IRCListener(Self.settings(server, "binh"))
        try await binh.client.waitUntilJoined(Self.room)
        return (an, binh)
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `two IRC clients exchange messages`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind)
        try await server.start()
        let (an, binh) = try await pair(server)
        let receipts = try await an.client.send([IRCText("xin chào 🎉"), IRCText("waves", .action)], in: Self.room)
        try await an.client.send([IRCText("psst", .notice)], in: Self.room)
        await binh.wait(forSaid: 3)
        #expect(binh.said.map(\.text) == ["xin chào 🎉", "waves", "psst"])
        #expect(binh.said.map(\.kind) == [.message, .action, .notice])
        #expect(binh.said.map(\.by) == Array(repeating: IRCUser(nick: "an"), count: 3))
        #expect(receipts.map(\.msgid) == (kind == .ngircd ? [nil, nil] : Array(binh.said.map(\.msgid).prefix(2))))
        #expect((receipts[0].msgid == nil) == (kind == .ngircd))
        #expect(binh.client.nicks(in: "#LOBBY").spellings == ["an", "binh"])
        await an.stop()
        await binh.wait { $0.contains { if case .left(Self.room, let person, _) = $0 { person.nick == "an" } else { false } } }
        #expect(binh.client.nicks(in: Self.room).spellings == ["binh"])
        await binh.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `a line of maximum length arrives complete with its formatting`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind)
        try await server.start()
        let (an, binh) = try await pair(server)
        let bytes = an.client.textBytes(in: Self.room)
        #expect(bytes > 350)
        let text = String((0..<2000).map { _ in "đàn".randomElement() ?? "a" })
        let content = Content(text, markup: [Markup("b", TextRange(0, 500)), Markup("c", TextRange(400, 1200))])
        let lines = try IRCSplitter(bytes: bytes, maxLines: 20).lines(of: content, lead: "<Bình> ")
        #expect(lines.contains { $0.text.utf8.count >= bytes - 4 })
        try await an.client.send(lines, in: Self.room)
        await binh.wait(forSaid: lines.count)
        #expect(binh.said.map(\.text) == lines.map(\.text))
        let contents = binh.said.map { IRCTextDecoder.content(of: $0.text) }
        #expect(contents.map { $0.text.dropFirst("<Bình> ".count) }.joined() == text)
        #expect(contents[0].markup.first?.kind == "b")
        await #expect(throws: IRCSendError.tooLong(bytes: bytes + 1, limit: bytes)) {
            try await an.client.send([IRCText(String(repeating: "a", count: bytes + 1))], in: Self.room)
        }
        await an.stop()
        await binh.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `a nick in use is reclaimed when it becomes free`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind)
        try await server.start()
        let first = IRCListener(Self.settings(server, "an"))
        try await first.client.waitUntilJoined(Self.room)
        let second = IRCListener(Self.settings(server, "an"))
        try await second.client.waitUntilJoined(Self.room)
        #expect(second.client.nicks(in: Self.room).spellings == ["an", "an_"])
        await first.stop()
        await second.wait {
            $0.contains { if case .renamed(Self.room, let person, "an") = $0 { person.nick == "an_" } else { false } }
        }
        #expect(second.client.nicks(in: Self.room).spellings == ["an"])
        await second.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `a restarted server is rejoined`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind)
        try await server.start()
        let (an, binh) = try await pair(server)
        try await an.client.send([IRCText("before")], in: Self.room)
        await binh.wait(forSaid: 1)
        server.kill()
        for one in [an, binh] { await one.wait { $0.contains { if case .lost = $0 { true } else { false } } } }
        await #expect(throws: IRCSendError.notConnected) { try await an.client.send([IRCText("lost")], in: Self.room) }
        try await server.start()
        for one in [an, binh] { try await one.client.waitUntilJoined(Self.room) }
        try await an.client.send([IRCText("after")], in: Self.room)
        await binh.wait(forSaid: 2)
        #expect(binh.said.map(\.text) == ["before", "after"])
        await an.stop()
        await binh.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `concurrent sends arrive in order and are all acknowledged`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind)
        try await server.start()
        let (an, binh) = try await pair(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    _ = try await an.client.send([IRCText("\(number) first"), IRCText("\(number) second")], in: Self.room)
                }
            }
            try await group.waitForAll()
        }
        await binh.wait(forSaid: 1000)
        let texts = binh.said.map(\.text)
        let firsts = stride(from: 0, to: texts.count, by: 2).map { texts[$0] }
        #expect(Set(texts).count == 1000)
        #expect(texts == firsts.flatMap { [$0, $0.replacing("first", with: "second")] })
        await an.stop()
        await binh.stop()
    }

    /// Both servers slow down a client above their limit, and InspIRCd disconnects it. The rate here is four times that of RFC
    /// 1459.
    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `the default rate limits of real servers are respected`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind, pace: .asShipped)
        try await server.start()
        let an = IRCListener(Self.settings(server, "an", pace: IRCSettings.RateLimit(burst: 5, every: .milliseconds(500))))
        try await an.client.waitUntilJoined(Self.room)
        let binh = IRCListener(Self.settings(server, "binh"))
        try await binh.client.waitUntilJoined(Self.room)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 { group.addTask { _ = try await an.client.send([IRCText("\(number)")], in: Self.room) } }
            try await group.waitForAll()
        }
        await binh.wait(forSaid: 12)
        #expect(Set(binh.said.map(\.text)) == Set((0..<12).map { "\($0)" }))
        #expect(!an.events.contains { if case .lost = $0 { true } else { false } })
        await an.stop()
        await binh.stop()
    }

    @Test(
        .enabled(if: IRCServerProcess.path(of: .inspircd) != nil, "inspircd is not installed"), .timeLimit(.minutes(5)))
    func `history played on joining is marked late`() async throws {
        let server = try IRCServerProcess(.inspircd)
        try await server.start()
        let an = IRCListener(Self.settings(server, "an"))
        try await an.client.waitUntilJoined(Self.room)
        try await an.client.send([IRCText("before"), IRCText("they came", .action)], in: Self.room)
        let binh = IRCListener(Self.settings(server, "binh"))
        try await binh.client.waitUntilJoined(Self.room)
        try await an.client.send([IRCText("now")], in: Self.room)
        await binh.wait(forSaid: 3)
        #expect(binh.said.map(\.text) == ["before", "they came", "now"])
        #expect(binh.said.map(\.isLate) == [true, true, false])
        #expect(binh.said.allSatisfy { $0.time != nil })
        await an.stop()
        await binh.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `registration is not rate limited`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind, password: "open-sesame")
        try await server.start()
        // The clock stands still, so rate-limited lines would never be sent.
        let time = ManualTime()
        let pace = IRCSettings.RateLimit(burst: 1, every: .seconds(2))
        let an = IRCListener(
            Self.settings(server, "an", pace: pace, password: "open-sesame"), time: time)
        while !an.client.status.isRegistered { await Task.yield() }
        #expect(time.uptime == .zero)
        await an.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `a stopped client sends QUIT and waits for the server to close`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind)
        try await server.start()
        let (an, binh) = try await pair(server)
        await an.stop()
        await binh.wait { $0.contains { if case .left = $0 { true } else { false } } }
        let reasons = binh.events.compactMap { if case .left(Self.room, _, let reason) = $0 { reason } else { nil } }
        #expect(reasons.count == 1 && reasons.allSatisfy { $0.contains("going away") }, "\(reasons)")
        await binh.stop()
    }

    @Test(.enabled(if: !kinds.isEmpty, "neither ngircd nor inspircd is installed"), .timeLimit(.minutes(5)), arguments: kinds)
    func `a wrong password is a refusal, and the right one connects`(kind: IRCServerProcess.Kind) async throws {
        let server = try IRCServerProcess(kind, password: "open-sesame")
        try await server.start()
        let right = IRCListener(Self.settings(server, "an", password: "open-sesame"))
        try await right.client.waitUntilJoined(Self.room)
        await right.stop()
        // The clock stands still, so nothing is retried.
        let wrong = IRCListener(Self.settings(server, "an", password: "wrong"), time: ManualTime())
        while !wrong.client.status.isRefused { await Task.yield() }
        await wrong.stop()
    }
}

extension IRCStatus {
    var isRegistered: Bool { if case .registered = phase { true } else { false } }
    var isRefused: Bool { if case .waiting(_, isRefusal: true) = phase { true } else { false } }
}
