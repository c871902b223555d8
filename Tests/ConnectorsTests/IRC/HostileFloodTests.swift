import BotConfiguration
import BotTesting
import ChatModel
import Synchronization
import Testing

@testable import ConnectorKit
@testable import IRC

/// Tests floods of messages by a server. Memory stays bounded, and a normal line is processed afterwards.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HostileFloodTests {
    struct Flood: CustomTestStringConvertible, Sendable {
        let name: String
        let count: Int
        /// Returns the text of the line with the given number.
        let parts: @Sendable (Int) -> String
        var testDescription: String { "\(count) × \(name)" }

        init(_ name: String, _ count: Int, _ parts: @escaping @Sendable (Int) -> String) {
            self.name = name
            self.count = count
            self.parts = parts
        }

        var bytes: [UInt8] {
            var bytes: [UInt8] = []
            // Each scalar is one byte.
            for number in 0..<count { bytes += parts(number).unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
            return bytes
        }
    }

    private static let capabilities = "message-tags batch server-time labeled-response echo-message draft/chathistory"

    static let floods = [
        Flood("JOIN", 100_000) { ":n\($0)!b@h JOIN #lobby\r\n" },
        Flood("JOIN and NICK", 50_000) { ":n\($0)!b@h JOIN #lobby\r\n:n\($0)!b@h NICK m\($0)\r\n" },
        Flood("NAMES", 100_000) { ":s 353 an = #lobby :@n\($0) +m\($0)\r\n" },
        Flood("BATCH that never ends", 100_000) { ":s BATCH +\($0) chathistory #lobby\r\n" },
        Flood("label of nobody", 50_000) { "@label=m\($0) :an!an@host PRIVMSG #lobby :x\r\n" },
        Flood("CAP LS that never ends", 50_000) { ":s CAP an LS * :cap-\($0)=value\r\n" },
        Flood("CAP NEW", 50_000) { ":s CAP an NEW :cap-\($0) account-tag\r\n" },
        Flood("page of history", 20_000) {
            ":s BATCH +\($0) chathistory #lobby\r\n@batch=\($0);msgid=\($0) :b TAGMSG #lobby\r\n:s BATCH -\($0)\r\n"
        },
        Flood("being thrown out and let in", 5_000) { ":b KICK #lobby an :\($0)\r\n:an!an@host JOIN #lobby\r\n" },
        Flood("bytes that are no UTF-8", 20_000) { _ in "\u{FF}\u{FE} \u{80}:b!b@h PRIVMSG #lobby :\u{C3}\r\n" },
    ]

    private func settings(_ server: ScriptedIRCServer) -> IRCSettings {
        IRCSettings(
            host: "127.0.0.1", port: server.port, tls: .off, nick: "an", channels: [IRCSettings.RemoteChannel("#lobby")],
            pace: IRCSettings.RateLimit(burst: 20, every: .seconds(2)))  // Time stands still, so further lines wait.
    }

    private func footprint(after attack: [UInt8], script: ScriptedIRCServer.Script? = nil) async throws -> MemoryFootprint {
        let end: [ScriptedIRCServer.Answer] = [.lines(["", ":binh!b@h PRIVMSG #lobby :still here"])]
        let server = try await ScriptedIRCServer(
            script
                ?? ScriptedIRCServer.welcoming(Self.capabilities) { line, connection in
                    line.hasPrefix("JOIN") && connection == 1 ? [.lines([":an!an@host JOIN #lobby"]), .bytes(attack)] + end : []
                })
        let client = IRCClient(
            settings(server), time: ManualTime(), random: SystemRandomNumberGenerator(), logger: IRCListener.silence
        ) { _ in HistoryCursor(msgid: "m0", time: SystemTime().now) }
        let running = Task { try await client.run() }
        var isThere = false
        while !isThere, let events = await client.next() {
            for event in events {
                if case .message(let said) = event, said.text == "still here" { isThere = true }
                if case .lost(let reason) = event { Issue.record("lost: \(reason)") }
            }
        }
        let footprint = client.state.withLock { MemoryFootprint(of: $0.session as Any) }
        running.cancel()
        while await client.next() != nil {}
        try await server.close()
        return footprint
    }

    @Test(arguments: floods) func `memory stays bounded during a flood`(flood: Flood) async throws {
        let kept = try await footprint(after: flood.bytes)
        #expect(kept.elements <= IRCChannels.maxNicks + 2000, "\(kept)")
        #expect(kept.bytes <= 2_000_000, "\(kept)")
    }

    @Test func `an endless capability list before the welcome is bounded`() async throws {
        let list = (0..<50_000).map { ":s CAP * LS * :cap-\($0)=\(String(repeating: "v", count: 100))" }
        let kept = try await footprint(
            after: [],
            script: ScriptedIRCServer.welcoming(Self.capabilities) { line, _ in
                if line.hasPrefix("CAP LS") { return [.lines(list), .lines([":s CAP * LS :\(Self.capabilities)"])] }
                return line.hasPrefix("JOIN") ? [.lines([":an!an@host JOIN #lobby", ":b!b@h PRIVMSG #lobby :still here"])] : []
            })
        #expect(kept.elements <= 1000, "\(kept)")
        #expect(kept.bytes <= 100_000, "\(kept)")
    }

    /// The nick seems free each time, so each time the client could ask for it.
    @Test func `a nick that repeatedly becomes free is requested once`() async throws {
        let storm = (0..<50_000).map { _ in ":an!b@h QUIT :bye" }
        let kept = try await footprint(
            after: [],
            script: { line, _ in
                switch line {
                case "CAP LS 302": return [.lines([":s 421 * CAP :Unknown command"])]
                case "NICK an": return [.lines([":s 433 * an :in use"])]
                case "NICK an_": return [.lines([":s 001 an_ :hi", ":s 376 an_ :end"])]
                case _ where line.hasPrefix("JOIN"):
                    return [.lines([":an_!an@host JOIN #lobby"] + storm + [":b!b@h PRIVMSG #lobby :still here"])]
                default: return []
                }
            })
        #expect(kept.elements <= 100, "\(kept)")
    }
}
