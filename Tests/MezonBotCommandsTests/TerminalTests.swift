import BotTesting
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests colors and widths on a pseudoterminal, and their absence in files.
struct TerminalTests {
    /// A pseudoterminal that keeps what a process prints.
    private final class PseudoTerminal {
        private let master: Int32
        let slave: FileHandle

        init() throws {
            var ends: (master: Int32, slave: Int32) = (-1, -1)
            try #require(openpty(&ends.master, &ends.slave, nil, nil, nil) == 0)
            master = ends.master
            slave = FileHandle(fileDescriptor: ends.slave, closeOnDealloc: true)
        }

        /// The printed text so far.
        func text() throws -> String {
            let flags = fcntl(master, F_GETFL)
            _ = fcntl(master, F_SETFL, flags | O_NONBLOCK)
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(master, &buffer, buffer.count)
                guard count > 0 else { break }
                text += buffer[..<count]
            }
            return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
        }

        deinit { close(master) }
    }

    private func shown(_ arguments: [String], config: String, environment: [String: String]) async throws -> String {
        let folder = try TemporaryDirectory()
        try config.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let terminal = try PseudoTerminal()
        _ = try await CommandProcess.run(
            arguments, environment: ["TERM": "xterm", "COLUMNS": "60"].merging(environment) { $1 },
            without: ["NO_COLOR", "CI"], in: folder.path, on: terminal.slave)
        return try terminal.text()
    }

    private static let wrong = "version: 1\nbotts: {}\n"
    private static let many = """
        version: 1
        names: { channels: { general: "11", announcements: "12", off-topic: "13" } }
        bots: { kudos: { enabled_in: [general, announcements, off-topic] } }

        """

    @Test func `severities are colored on a terminal`() async throws {
        let text = try await shown(["check"], config: Self.wrong, environment: [:])
        #expect(text.contains("config.yaml:2:1: \u{1B}[31merror[unknown-key]\u{1B}[0m "), "\(text)")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `NO_COLOR and a dumb terminal turn colors off`(environment: [String: String]) async throws {
        let text = try await shown(["check"], config: Self.wrong, environment: environment)
        #expect(text.contains("config.yaml:2:1: error[unknown-key] "), "\(text)")
        #expect(!text.contains("\u{1B}"))
    }

    @Test func `lists fit the terminal`() async throws {
        let text = try await shown(["bots", "list"], config: Self.many, environment: [:])
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 } && lines.contains { $0.contains("…") }, "\(text)")
    }

    @Test func `a file gets whole lines without colors`() async throws {
        let folder = try TemporaryDirectory()
        try Self.many.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let environment = ["TERM": "xterm", "COLUMNS": "60"]
        let bots = try await CommandProcess.run(["bots", "list"], environment: environment, in: folder.path)
        #expect(bots.output.contains("#announcements, #general, #off-topic") && !bots.output.contains("…"), "\(bots.output)")
        try Self.wrong.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let check = try await CommandProcess.run(["check"], environment: environment, in: folder.path)
        #expect(check.output.contains("error[unknown-key]") && !check.output.contains("\u{1B}"), "\(check.output)")
    }
}
