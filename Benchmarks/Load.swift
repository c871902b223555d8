import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Measures the time from a message to its answer, with everything durable, compared with an echo bot on the official Python SDK.
struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure throughput, latency and memory beside the Python SDK.",
        discussion: "With --python, the interpreter (3.12 or later, with mezon-sdk) runs Benchmarks/echo.py under the same load."
    )

    @Option(help: "Messages at full speed.")
    var messages = 100_000
    @Option(help: "Number of channels.")
    var channels = 20
    @Option(help: "Concurrent questions.")
    var window = 1000
    @Option(help: "Messages at 200 per second, for the latency.")
    var paced = 2000
    @Option(help: "Messages at full speed for the Python SDK.")
    var pythonMessages = 10_000
    @Option(help: "Concurrent questions for the Python SDK, which loses some if there are many.")
    var pythonWindow = 50
    @Option(help: "Python interpreter with mezon-sdk.")
    var python: String?

    func run() async throws {
        print("                   answered/s   CPU us/msg   p50 ms   p99 ms   idle MiB   loaded MiB   ready s")
        let ours = try await measured("mezon-bot", messages: messages, window: window) { stage in try await stage.startBot() }
        print(ours.line)
        if let python {
            let theirs = try await measured("Python SDK", messages: pythonMessages, window: pythonWindow) { stage in
                try await stage.startPython(python)
            }
            print(theirs.line)
            print(
                "ratio              \(Self.number(ours.perSecond / theirs.perSecond)) x        \(Self.number(theirs.cpuMicroseconds / ours.cpuMicroseconds)) x less"
            )
        }
    }

    struct Row {
        var name: String
        var perSecond = 0.0
        var cpuMicroseconds = 0.0
        var p50 = 0.0
        var p99 = 0.0
        var idleMiB = 0.0
        var loadedMiB = 0.0
        var readySeconds = 0.0
        var unanswered = 0

        var line: String {
            let figures = [perSecond, cpuMicroseconds, p50, p99, idleMiB, loadedMiB, readySeconds].map(Load.number)
            return zip([name] + figures, [18, 12, 13, 9, 9, 11, 13, 10]).map { text, width in
                String(repeating: " ", count: max(0, width - text.count)) + text
            }.joined() + (unanswered > 0 ? "   \(unanswered) unanswered" : "")
        }
    }

    static func number(_ value: Double) -> String {
        value >= 100 ? "\(Int(value.rounded()))" : "\((value * 100).rounded() / 100)"
    }

    private func measured(
        _ name: String, messages: Int, window: Int, start: (SoakEnvironment) async throws -> ChildProcess
    ) async throws -> Row {
        let stage = try await SoakEnvironment(channels: channels, rules: NumberedQuestions.rule)
        defer { stage.tearDown() }
        let asker = try stage.asker()
        let time = SystemTime()
        var row = Row(name: name)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            let replies = ReplyListener(time: time)
            group.addTask { await replies.listen(to: asker) }
            group.addTask { try await replies.giveUp(after: .seconds(5)) }

            let began = time.uptime
            let bot = try await start(stage)
            row.readySeconds = (time.uptime - began) / .seconds(1)
            try await time.sleep(for: .seconds(2))
            row.idleMiB = bot.residentMiB

            _ = try await closedLoop(asker, stage.channels, messages: channels * 10, window: channels, replies, time)  // Warm-up.
            (row.p50, row.p99) = try await pacedLatency(asker, stage.channels, replies, time)

            let cpu = bot.cpu
            let loaded = try await closedLoop(asker, stage.channels, messages: messages, window: window, replies, time)
            row.perSecond = loaded.perSecond
            row.unanswered = messages - loaded.answered
            row.cpuMicroseconds = (bot.cpu - cpu) / .microseconds(1) / Double(max(1, loaded.answered))
            row.loadedMiB = bot.residentMiB
            bot.kill()  // The SDK handles SIGTERM itself and keeps running.
            group.cancelAll()
        }
        return row
    }

    /// Keeps a number of questions open until all are answered or given up; returns the answers per second and their number.
    private func closedLoop(
        _ asker: ChatUser, _ channels: [Channel], messages: Int, window: Int, _ listener: ReplyListener, _ time: SystemTime
    ) async throws -> (perSecond: Double, answered: Int) {
        let began = time.uptime
        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 0..<window {
                group.addTask {
                    var answered = 0
                    for number in stride(from: lane, to: messages, by: window) {
                        let question = try await asker.say("question \(number)", in: channels[number % channels.count])
                        if await listener.answer(to: question) != nil { answered += 1 }
                    }
                    return answered
                }
            }
            return try await group.reduce(0, +)
        }
        return (Double(answered) / ((time.uptime - began) / .seconds(1)), answered)
    }

    /// Asks two hundred times a second; returns the median and the 99th percentile of the latency, in milliseconds.
    private func pacedLatency(
        _ asker: ChatUser, _ channels: [Channel], _ listener: ReplyListener, _ time: SystemTime
    ) async throws -> (p50: Double, p99: Double) {
        let times = try await listener.times(of: paced, asking: asker, in: channels)
        guard !times.isEmpty else { return (0, 0) }
        return (times[times.count / 2], times[times.count * 99 / 100])
    }
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
