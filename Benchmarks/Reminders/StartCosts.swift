import BotTesting
import ChatModel
import Foundation
import Logging
import MezonBotApp
import Storage

/// The cost of a bot process with many pending reminders, compared with the same bot without any.
struct StartCosts: Encodable {
    struct Row: Encodable {
        var readySeconds = 0.0
        var peakMiB = 0.0
        /// The CPU time in an idle minute.
        var idleMilliseconds = 0.0
    }

    var pending = 0
    var without = Row()
    var with = Row()
    /// The time it took to add the reminders.
    var puttingSeconds = 0.0

    static func measured(pending: Int, starts: Int, idle: Duration) async throws -> StartCosts {
        let stage = try await SoakEnvironment(channels: 1, rules: "[]")
        defer { stage.tearDown() }
        let first = try await stage.startBot()  // A new installation has more to do.
        first.end()
        var costs = StartCosts(pending: pending)
        costs.without = try await row(stage, starts, idle)
        let time = SystemTime()
        let began = time.uptime
        do {
            let data = try DataDirectory(stage.dataFolder)
            let logger = Logger(label: "reminders") { _ in SwiftLogNoOpLogHandler() }
            let store = try Store(folder: data, time: time, logger: logger)
            try await PendingReminders(channel: stage.channels[0], from: time.now + 86_400).put(pending, into: store)
            try store.close()
        }
        costs.puttingSeconds = (time.uptime - began) / .seconds(1)
        costs.with = try await row(stage, starts, idle)
        return costs
    }

    /// Returns the best of several starts, because other processes use the machine too.
    private static func row(_ stage: SoakEnvironment, _ starts: Int, _ idle: Duration) async throws -> Row {
        let time = SystemTime()
        var rows: [Row] = []
        for _ in 0..<starts {
            let began = time.uptime
            let bot = try await stage.startBot()
            let ready = time.uptime - began
            try await time.sleep(for: .seconds(1))
            let cpu = bot.cpu
            try await time.sleep(for: idle)
            rows.append(
                Row(
                    readySeconds: ready / .seconds(1), peakMiB: bot.peakMiB,
                    idleMilliseconds: (bot.cpu - cpu) / .milliseconds(1) * (.seconds(60) / idle)))
            bot.end()
        }
        func best(_ figure: (Row) -> Double) -> Double { rows.map(figure).min() ?? 0 }
        return Row(readySeconds: best(\.readySeconds), peakMiB: best(\.peakMiB), idleMilliseconds: best(\.idleMilliseconds))
    }
}
