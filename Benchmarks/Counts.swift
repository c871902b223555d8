import ArgumentParser
import ChatModel
import Foundation

/// Counts what an answered message costs in calls, which repeat where times do not.
struct Counts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count allocations, syncs and context switches per answered message.",
        discussion: """
            A bot in its own process answers questions of the load gateway, with a fixed number of them open. The counts of \
            Benchmarks/CallCounter are read before and after. With 64 open questions, the exit code is 1 if a count exceeds its \
            limit; that of allocations is a tenth above the value that was last recorded. Linux only.
            """)

    @Option(help: "Number of questions.")
    var messages = 20_000
    @Option(help: "Number of open questions.")
    var open = 64
    @Option(help: "Number of channels.")
    var channels = 20
    @Flag(help: "Print the counts as JSON.")
    var json = false

    func validate() throws {
        guard messages > 0, open > 0, channels > 0 else { throw ValidationError("all numbers must be at least 1") }
    }

    /// The calls of a process so far, or those per message.
    private struct Calls: Encodable {
        var allocations = 0.0
        var syncs = 0.0
        var statementsPrepared = 0.0
        var contextSwitches = 0.0

        /// Reads the file that the call counter of a process fills.
        init(file: String, of process: ChildProcess) throws {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let numbers = bytes.withUnsafeBytes { buffer in
                stride(from: 0, to: buffer.count - 7, by: 8).map { offset in
                    Double(buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                }
            }
            guard numbers.count == 3 else { throw CountsError.noCounts }
            (allocations, syncs, statementsPrepared) = (numbers[0], numbers[1], numbers[2])
            contextSwitches = process.contextSwitches
        }

        init(allocations: Double, syncs: Double, statementsPrepared: Double, contextSwitches: Double) {
            self.allocations = allocations
            self.syncs = syncs
            self.statementsPrepared = statementsPrepared
            self.contextSwitches = contextSwitches
        }

        func perMessage(since earlier: Calls, _ messages: Int) -> Calls {
            func each(_ path: KeyPath<Calls, Double>) -> Double {
                (self[keyPath: path] - earlier[keyPath: path]) / Double(messages)
            }
            return Calls(
                allocations: each(\.allocations), syncs: each(\.syncs), statementsPrepared: each(\.statementsPrepared),
                contextSwitches: each(\.contextSwitches))
        }
    }

    private enum CountsError: Error, CustomStringConvertible {
        case noCounts
        var description: String { "the call counter wrote no counts; is libcall-counter.so beside this program?" }
    }

    private struct Figures: Encodable {
        var rule: Calls
        var bot: Calls
    }

    /// The limits for 64 open questions: allocations a tenth above the recorded 190 and 224, of which SQLite makes 78. The others depend on
    /// the size of the commits as well, and therefore on the machine.
    private static let limits = Figures(
        rule: Calls(allocations: 209, syncs: 0.2, statementsPrepared: 0.05, contextSwitches: 3),
        bot: Calls(allocations: 246, syncs: 0.5, statementsPrepared: 0.05, contextSwitches: 8))

    func run() async throws {
        let figures = Figures(rule: try await counted(isBot: false), bot: try await counted(isBot: true))
        let rows = [("a rule", figures.rule, Self.limits.rule), ("a Swift bot", figures.bot, Self.limits.bot)]
        if json {
            print(try figures.json)
        } else {
            print("per answered message, \(open) open        allocations       syncs  statements  context switches")
            for (name, calls, _) in rows { print(Self.line(name, calls)) }
        }
        guard open == 64 else { return }
        let paths: [(String, KeyPath<Calls, Double>)] = [
            ("allocations", \.allocations), ("syncs", \.syncs), ("statements prepared", \.statementsPrepared),
            ("context switches", \.contextSwitches),
        ]
        var isExceeded = false
        for (name, calls, limit) in rows {
            for (title, path) in paths where calls[keyPath: path] > limit[keyPath: path] {
                isExceeded = true
                print("\(name): \(title) \(Load.number(calls[keyPath: path])), the limit is \(Load.number(limit[keyPath: path]))")
            }
        }
        if isExceeded { throw ExitCode.failure }
    }

    private static func line(_ name: String, _ calls: Calls) -> String {
        let figures = [(calls.allocations, 22), (calls.syncs, 12), (calls.statementsPrepared, 12), (calls.contextSwitches, 18)]
        return name.padding(toLength: 25, withPad: " ", startingAt: 0)
            + figures.map { value, width in
                let text = "\((value * 1000).rounded() / 1000)"
                return String(repeating: " ", count: max(0, width - text.count)) + text
            }.joined()
    }

    private func counted(isBot: Bool) async throws -> Calls {
        let folder = try SoakEnvironment.newFolder()
        let gateway = try LoadGateway(channels: channels, log: folder.appending(path: "gateway.log").path)
        let stage = try SoakEnvironment(load: gateway, folder: folder, channels: channels, answeredByBot: isBot)
        defer { stage.tearDown() }
        let file = folder.appending(path: "calls").path
        let bot = try await stage.startBot(
            program: isBot ? "soak" : "mezon-bot",
            environment: ["LD_PRELOAD": ChildProcess.path(of: "libcall-counter.so"), "CALL_COUNTS": file])
        defer { bot.kill() }
        try gateway.waitForBot()
        _ = try gateway.ask(channels * 50, open: open)  // Warm-up.
        let before = try Calls(file: file, of: bot)
        let outcome = try gateway.ask(messages, open: open)
        return try Calls(file: file, of: bot).perMessage(since: before, max(1, outcome.said - outcome.unanswered))
    }
}
