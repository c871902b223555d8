import BotConfiguration
import BotTesting
import ChatModel
import ConnectorKit
import Foundation
import IRC
import Testing

/// Tests malformed lines of the corpus through the client's socket. The client continues to work after each.
struct HostileServerTests {
    @Test func `every line of the hostile IRC corpus is parsed`() throws {
        let file = try #require(Bundle.module.url(forResource: "Corpus/irc-hostile", withExtension: "txt"))
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count { !$0.hasPrefix("#") }
        #expect(lines > 25)
        #expect(IRCHostileLine.corpus.count == lines)
    }

    @Test(.timeLimit(.minutes(5)), arguments: IRCHostileLine.corpus)
    func `the client survives hostile server lines`(one: IRCHostileLine) async throws {
        let server = try await ScriptedIRCServer(
            ScriptedIRCServer.welcoming("message-tags batch server-time") { line, connection in
                guard line.hasPrefix("JOIN") else { return [] }
                let attack: [ScriptedIRCServer.Answer] = connection == 1 ? [.bytes(one.bytes)] : []
                return [.lines([":an!an@host JOIN #lobby"])] + attack
                    + [.lines(["", ":binh!b@h PRIVMSG #lobby :still here"])]
            })
        let time = ManualTime()
        let listener = IRCListener(
            IRCSettings(
                host: "127.0.0.1", port: server.port, tls: .off, nick: "an", channels: [IRCSettings.RemoteChannel("#lobby")],
                pace: IRCSettings.RateLimit(burst: 1, every: .zero)), time: time)
        if one.outcome == .lives {
            await listener.wait { $0.contains { if case .message(let said) = $0 { said.text == "still here" } else { false } } }
            #expect(listener.events.contains { if case .lost = $0 { true } else { false } } == false)
            #expect(try await listener.client.send([IRCText("a")], in: "#lobby") == [IRCAcknowledgement()])
        } else {
            await listener.wait { $0.contains { if case .lost = $0 { true } else { false } } }
        }
        await listener.stop()
        try await server.close()
    }
}

/// An entry of `Corpus/irc-hostile.txt`: the expected state of the client, the number of repetitions, and the bytes.
struct IRCHostileLine: CustomTestStringConvertible, Sendable {
    enum Outcome: String { case lives, lost }

    let outcome: Outcome
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    /// Parses `outcome | count | name | text` with `\r`, `\n`, `\0`, `\xHH`, `\\`, and `{n}` for the number of the repetition.
    init?(_ text: Substring) {
        let fields = text.split(separator: "|", maxSplits: 3).map { $0.drop { $0 == " " } }
        guard fields.count == 4, let outcome = Outcome(rawValue: String(fields[0].prefix { $0 != " " })),
            let count = Int(fields[1].prefix { $0 != " " })
        else { return nil }
        self.outcome = outcome
        name = String(fields[2])
        bytes = (0..<count).flatMap { Self.bytes(of: fields[3].replacing("{n}", with: "\($0)")) }
    }

    static let corpus: [IRCHostileLine] = {
        let file = Bundle.module.url(forResource: "Corpus/irc-hostile", withExtension: "txt")
        let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(IRCHostileLine.init)
    }()

    private static func bytes(of text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch sign {
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "0"): bytes.append(0)
            case UInt8(ascii: "x"):
                bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0x3F)
                rest = rest.dropFirst(2)
            default: bytes.append(sign)
            }
        }
        return bytes
    }
}
