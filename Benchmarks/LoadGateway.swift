import Foundation

/// A gateway that asks questions and counts the answers, in a process of its own and cheap enough never to be the limit.
///
/// The program is `Benchmarks/Gateway`; it has no code in common with the test gateway.
final class LoadGateway {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The counts of one run.
    struct Outcome: Decodable {
        var said = 0
        var answered = 0
        var unanswered = 0
        var doubled = 0
        var reordered = 0
        var seconds = 0.0
        /// Latencies in milliseconds.
        var p50 = 0.0
        var p99 = 0.0
    }

    private struct Greeting: Decodable { var port: Int }

    let child: ChildProcess
    let port: Int
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    init(channels: Int, log: String) throws {
        child = try ChildProcess("load-gateway", ["--channels", "\(channels)"], input: input, output: output, log: log)
        let greeting: Greeting = try Self.read(from: output, &unread)
        port = greeting.port
    }

    /// Waits until a bot is connected and quiet.
    func waitForBot() throws { _ = try answer(to: "wait", as: [String: Bool].self) }

    /// Keeps a number of questions open until all lines are said and answered, or given up after five seconds.
    ///
    /// - Parameter share: One line in this many is a question.
    func ask(_ lines: Int, open: Int, share: Int = 1) throws -> Outcome { try answer(to: "closed \(open) \(lines) \(share)") }

    /// Asks at a fixed rate.
    func ask(_ questions: Int, perSecond: Int) throws -> Outcome { try answer(to: "paced \(perSecond) \(questions)") }

    private func answer<Answer: Decodable>(to command: String, as: Answer.Type = Answer.self) throws -> Answer {
        try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
        return try Self.read(from: output, &unread)
    }

    private static func read<Answer: Decodable>(from pipe: Pipe, _ unread: inout Data) throws -> Answer {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = unread[unread.startIndex..<end]
                unread = Data(unread[unread.index(after: end)...])
                do {
                    return try JSONDecoder().decode(Answer.self, from: line)
                } catch {
                    throw Failure(description: "load-gateway: \(String(decoding: line, as: UTF8.self))")
                }
            }
            let more = pipe.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure(description: "load-gateway ended") }
            unread += more
        }
    }
}
