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
            limits are lifted, as ours are. The gateway asks the questions itself, at a few microseconds each (Benchmarks/Gateway). \
            All share the machine, so compare rows of one run only.

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
        var doubled = 0
        var reordered = 0

        private static let columns = [("answered/s", 12), ("CPU us/msg", 12), ("p50 ms", 9), ("p99 ms", 9), ("MiB", 8)]

        static func header(width: Int) -> String {
            String(repeating: " ", count: width + 12) + columns.map { $0.padded(to: $1) }.joined()
        }

        func line(_ contestant: String, width: Int) -> String {
            let figures = [perSecond, cpuMicroseconds, p50, p99, residentMiB].map { $0.isZero ? "" : Load.number($0) }
            let cells = zip(figures, Self.columns).map { $0.padded(to: $1.1) }.joined()
            let faults = [("unanswered", unanswered), ("doubled", doubled), ("out of order", reordered)].filter { $0.1 > 0 }
            return contestant.padding(toLength: width, withPad: " ", startingAt: 0) + name.padded(to: 12) + cells
                + faults.map { "   \($0.1) \($0.0)" }.joined()
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
        let folder = try SoakEnvironment.newFolder()
        let gateway = try LoadGateway(channels: channels, log: folder.appending(path: "gateway.log").path)
        let stage = try SoakEnvironment(
            load: gateway, folder: folder, channels: channels, answeredByBot: contestant == .bot)
        defer { stage.tearDown() }
        let time = SystemTime()
        let began = time.uptime
        let bot = try await start(contestant, in: stage)
        defer { bot.kill() }  // The SDK handles SIGTERM itself and keeps running.
        let ready = (time.uptime - began) / .milliseconds(1)
        try gateway.waitForBot()
        print("\(contestant.rawValue): ready after \(Self.number(ready)) ms, \(Self.number(bot.residentMiB)) MiB idle")
        _ = try gateway.ask(channels * 10, open: channels)  // Warm-up.

        var rows: [Row] = []
        if paced > 0 { rows.append(try row("200/s", of: bot, isPaced: true) { try gateway.ask(paced, perSecond: 200) }) }
        for open in open {
            let messages = open == 1 ? messages / 10 : open <= 8 ? messages / 2 : messages
            rows.append(try row("\(open) open", of: bot) { try gateway.ask(messages, open: open) })
        }
        if chat > 0 { rows.append(try row("chat", of: bot) { try gateway.ask(chat, open: 64, share: 20) }) }
        return rows
    }

    private func row(
        _ name: String, of bot: ChildProcess, isPaced: Bool = false, _ load: () throws -> LoadGateway.Outcome
    ) throws -> Row {
        let cpu = bot.cpu
        let outcome = try load()
        return Row(
            name: name, perSecond: isPaced ? 0 : Double(outcome.said - outcome.unanswered) / outcome.seconds,
            cpuMicroseconds: (bot.cpu - cpu) / .microseconds(1) / Double(max(1, outcome.said)), p50: outcome.p50,
            p99: outcome.p99, residentMiB: bot.residentMiB, unanswered: outcome.unanswered, doubled: outcome.doubled,
            reordered: outcome.reordered)
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
