import Foundation
import Testing

@testable import LineConnector

/// Tests the connector with the program that registers it.
@Suite(.timeLimit(.minutes(5)))
struct LineConnectorTests {
    @Test func `check reports invalid settings at their position`() async throws {
        let bot = try LineBotProcess {
            $0.replacing("nick: mezon-bot", with: "nick: \"a b\"").replacing("hall: hall", with: "hall: \"a b\"")
        }
        let (code, output) = try await bot.run("check")
        #expect(code == 2)
        #expect(output.contains("config.yaml:6:48: error[bad-nick]") && output.contains("config.yaml:7:23: error[bad-channel]"))
    }

    @Test func `the schema contains the connector's keys`() async throws {
        let output = try await LineBotProcess().run("rules", "schema").output
        #expect(output.contains("A line server.") && output.contains("The bot's nick (default: mezon-bot)."))
    }

    @Test func `the doctor tells whether the server accepts connections`() async throws {
        let server = try await LineServer()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let bot = try LineBotProcess { $0.replacing("7010", with: "\(server.port)") }
            let output = try await bot.run("doctor", "--data", "data").output
            #expect(output.contains("✓ lines: 127.0.0.1:\(server.port) accepts connections"))
            group.cancelAll()
        }
        let output = try await LineBotProcess { $0.replacing("7010", with: "1") }.run("doctor", "--data", "data").output
        #expect(output.contains("✗ lines: 127.0.0.1:1 does not accept connections"))
    }

    @Test func `a link carries messages, rules answer, and the status is shown`() async throws {
        let server = try await LineServer()
        let bot = try LineBotProcess { $0.replacing("7010", with: "\(server.port)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { try await bot.run("--data", "data") }
            #expect(await server.line(with: "JOIN") == "JOIN hall")
            server.say("MSG hall m1 binh ping")
            #expect(await server.line(with: "SAY")?.hasSuffix(" pong") == true)
            try await bot.run("chat", "--as", "guest", "--data", "data", input: "hello from Mezon\n")
            #expect(await server.line(with: "hello")?.hasSuffix(" Guest: hello from Mezon") == true)
            let (code, output) = try await bot.run("relay", "status", "--data", "data")
            #expect(code == 0 && output.contains("lines  line, connected to 127.0.0.1:\(server.port) as mezon-bot"), "\(output)")
            group.cancelAll()
        }
    }

    @Test(arguments: [
        ("OK 1-1-0 m7", Line.accepted(delivery: "1-1-0", id: "m7")),
        ("NO 1-1-0 too long", .refused(delivery: "1-1-0", reason: "too long")),
        ("MSG hall m1 an a  b\\nc\\\\n", .message(channel: "hall", id: "m1", nick: "an", text: "a  b\nc\\n")),
        ("DEL hall m1 an", .removal(channel: "hall", id: "m1", nick: "an")), ("MSG hall m1", nil), ("", nil),
    ])
    func `a line is parsed`(text: String, line: Line?) { #expect(Line(text) == line) }

    @Test func `a text becomes one line`() { #expect(Line.escaped("a\r\nb\\n\tc") == "a\\nb\\\\n c") }

    @Test func `lines are assembled from pieces of any size`() throws {
        var buffer = LineBuffer()
        let lines = try "OK 1 a\nOK 2 b\nOK".utf8.flatMap { try buffer.take([$0]) }
        #expect(lines == ["OK 1 a", "OK 2 b"])
    }

    @Test func `a line without end is refused`() {
        var buffer = LineBuffer()
        #expect(throws: LineBuffer.TooLongError.self) { try buffer.take(repeatElement(UInt8(ascii: "a"), count: 20_000)) }
    }
}
