import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Measures what an answered message costs with everything durable, beside an echo bot on the official Python SDK.
struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure throughput, CPU time and latency beside the Python SDK.",
        discussion: """
            Every contestant runs in a process of its own, against the same gateway and with the same number of open questions. \
            mezon-bot stores everything durably (synchronous FULL) and keeps its archive; the Python SDK stores nothing. Its rate \
            limits are lifted, as ours are. Gateway and questioner share the machine, so compare rows of one run only.

            With --python, the interpreter (3.13 or later, with mezon-sdk) runs Benchmarks/echo.py.
            """
    )

    @Option(parsing: .upToNextOption, help: "Numbers of open questions (default: 1 8 64 1000).")
    var open = [1, 8, 64, 1000]
    @Option(help: "Questions for each number of open ones; a tenth for one and a half for eight.")
    var messages = 40_000
    @Option(help: "Number of channels.")
    var channels = 20
    @Option(help: "Questions at 200 per second.")
    var paced = 2000
    @Option(help: "Lines of chat, one in twenty a question; 0 for none.")
    var chat = 40_000
    @Option(help: "Python interpreter with mezon-sdk.")
    var python: String?

    func run() async throws {
        let width = Contestant.allCases.map(\.rawValue.count).max() ?? 0
        func print(_ contestant: Contestant, _ rows: [Row]) {
            for row in rows { Swift.print(row.line(contestant.rawValue, width: width)) }
        }
        Swift.print(Row.header(width: width))
        let rule = try await measured(.rule)
        print(.rule, rule)
        print(.bot, try await measured(.bot))
        guard python != nil else { return }
        let python = try await measured(.python)
        print(.python, python)
        for (ours, theirs) in zip(rule, python) {
            let cpu = theirs.cpuMicroseconds / max(ours.cpuMicroseconds, 0.001)
            let rate = ours.perSecond.isZero ? "" : "\(Self.number(ours.perSecond / theirs.perSecond)) x as many per second, "
            Swift.print("rule beside the SDK, \(ours.name): \(rate)\(Self.number(cpu)) x less CPU")
        }
    }

    private enum Contestant: String, CaseIterable {
        case rule = "mezon-bot, rule"
        case bot = "mezon-bot, Swift bot"
        case python = "Python SDK"
    }

    /// One measurement of one contestant.
    private struct Row {
        var name: String
        /// Zero where the questions came at a given rate.
        var perSecond = 0.0
        var cpuMicroseconds = 0.0
        var p50 = 0.0
        var p99 = 0.0
        var residentMiB = 0.0
        var unanswered = 0

        private static let columns = [("answered/s", 12), ("CPU us/msg", 12), ("p50 ms", 9), ("p99 ms", 9), ("MiB", 8)]

        static func header(width: Int) -> String {
            String(repeating: " ", count: width + 12) + columns.map { $0.padded(to: $1) }.joined()
        }

        func line(_ contestant: String, width: Int) -> String {
            let figures = [perSecond, cpuMicroseconds, p50, p99, residentMiB].map { $0.isZero ? "" : Load.number($0) }
            let cells = zip(figures, Self.columns).map { $0.padded(to: $1.1) }.joined()
            return contestant.padding(toLength: width, withPad: " ", startingAt: 0) + name.padded(to: 12) + cells
                + (unanswered > 0 ? "   \(unanswered) unanswered" : "")
        }
    }

    static func number(_ value: Double) -> String {
        value >= 100 ? "\(Int(value.rounded()))" : "\((value * 100).rounded() / 100)"
    }

    private func start(_ contestant: Contestant, in stage: SoakEnvironment) async throws -> ChildProcess {
        switch contestant {
        case .rule: try await stage.startBot()
        case .bot: try await stage.startBot(program: "soak")
        case .python: try await stage.startPython(python ?? "python3")
        }
    }

    private func measured(_ contestant: Contestant) async throws -> [Row] {
        let names = (0..<channels).map { "c\($0)" }.joined(separator: ", ")
        let isBot = contestant == .bot
        let stage = try await SoakEnvironment(
            channels: channels, rules: isBot ? "[]" : NumberedQuestions.rule,
            sections: isBot ? "bots: { steady: { enabled_in: [\(names)], late: run } }\n" : "")
        defer { stage.tearDown() }
        let asker = try stage.asker()
        let time = SystemTime()
        var rows: [Row] = []
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            let replies = ReplyListener(time: time)
            group.addTask { await replies.listen(to: asker) }
            group.addTask { try await replies.giveUp(after: .seconds(5)) }

            let began = time.uptime
            let bot = try await start(contestant, in: stage)
            let ready = (time.uptime - began) / .milliseconds(1)
            try await time.sleep(for: .seconds(2))
            print(
                "\(contestant.rawValue): ready after \(Self.number(ready)) ms, \(Self.number(bot.residentMiB)) MiB idle")
            let asking = Asking(asker: asker, channels: stage.channels, listener: replies, time: time)
            _ = try await asking.closedLoop(messages: channels * 10, open: channels)  // Warm-up.

            if paced > 0 { rows.append(try await row("200/s", of: bot, time) { try await asking.paced(paced) }) }
            for open in open {
                let messages = open == 1 ? messages / 10 : open <= 8 ? messages / 2 : messages
                rows.append(
                    try await row("\(open) open", of: bot, time) { try await asking.closedLoop(messages: messages, open: open) })
            }
            if chat > 0 {
                rows.append(
                    try await row("chat", of: bot, time) { try await asking.closedLoop(messages: chat, open: 64, questions: 20) })
            }
            bot.kill()  // The SDK handles SIGTERM itself and keeps running.
            group.cancelAll()
        }
        return rows
    }

    private func row(
        _ name: String, of bot: ChildProcess, _ time: SystemTime, _ load: () async throws -> Asking.Outcome
    ) async throws -> Row {
        var row = Row(name: name)
        let (began, cpu) = (time.uptime, bot.cpu)
        let outcome = try await load()
        let elapsed = (time.uptime - began) / .seconds(1)
        row.cpuMicroseconds = (bot.cpu - cpu) / .microseconds(1) / Double(max(1, outcome.said))
        row.perSecond = outcome.isPaced ? 0 : Double(outcome.said - outcome.unanswered) / elapsed
        let times = outcome.milliseconds.sorted()
        if !times.isEmpty { (row.p50, row.p99) = (times[times.count / 2], times[times.count * 99 / 100]) }
        row.unanswered = outcome.unanswered
        row.residentMiB = bot.residentMiB
        return row
    }
}

/// A user who asks questions and waits for the answers.
private struct Asking: Sendable {
    struct Outcome {
        /// The lines said.
        var said = 0
        var unanswered = 0
        /// The time from each question to its answer.
        var milliseconds: [Double] = []
        var isPaced = false
    }

    let asker: ChatUser
    let channels: [Channel]
    let listener: ReplyListener
    let time: SystemTime

    /// Keeps a number of questions open until all are answered or given up.
    ///
    /// - Parameter questions: one line in this many is a question; the others need no answer.
    func closedLoop(messages: Int, open: Int, questions: Int = 1) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for lane in 0..<open {
                group.addTask {
                    var outcome = Outcome()
                    for (count, number) in stride(from: lane, to: messages, by: open).enumerated() {
                        outcome.said += 1
                        let channel = channels[number % channels.count]
                        guard (count + lane) % questions == 0 else {
                            _ = try await asker.say("a line of chat \(number)", in: channel)
                            continue
                        }
                        let began = time.uptime
                        let question = try await asker.say("question \(number)", in: channel)
                        if let answered = await listener.answer(to: question) {
                            outcome.milliseconds.append((answered - began) / .milliseconds(1))
                        } else {
                            outcome.unanswered += 1
                        }
                    }
                    return outcome
                }
            }
            return try await group.reduce(into: Outcome()) { all, one in
                all.said += one.said
                all.unanswered += one.unanswered
                all.milliseconds += one.milliseconds
            }
        }
    }

    /// Asks two hundred times a second.
    func paced(_ count: Int) async throws -> Outcome {
        let times = try await listener.times(of: count, asking: asker, in: channels)
        return Outcome(said: count, unanswered: count - times.count, milliseconds: times, isPaced: true)
    }
}

extension String {
    /// The text with spaces in front of it.
    fileprivate func padded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension SoakEnvironment {
    /// Starts the echo bot on the official Python SDK.
    func startPython(_ interpreter: String) async throws -> ChildProcess {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "echo.py").path
        let readyFile = folder.appending(path: "python.ready").path
        let account = ready.accounts.first { $0.name == "bot" }
        let child = try ChildProcess(
            interpreter, [script, ready.gateway, readyFile],
            environment: ["MEZON_BOT_ID": "\(account?.appid ?? 0)", "MEZON_BOT_TOKEN": account?.token ?? ""],
            log: folder.appending(path: "python.log").path)
        let time = SystemTime()
        for _ in 0..<6000 where child.process.isRunning {
            if FileManager.default.fileExists(atPath: readyFile) { return child }
            try await time.sleep(for: .milliseconds(5))
        }
        throw Failure.notReady("the Python SDK", log: (try? String(contentsOfFile: child.log, encoding: .utf8)) ?? child.log)
    }
}
