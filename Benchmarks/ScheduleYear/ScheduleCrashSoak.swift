import BotKit
import ChatModel
import Foundation
import MezonBotApp

/// Kills a bot process repeatedly while its scheduled messages become due.
struct ScheduleCrashSoak {
    struct Outcome: Encodable {
        var kills = 0
        var planned = 0
        var told = 0
        var lost = 0
        var doubled = 0
        var outOfOrder = 0
        /// The number of messages sent before they were due.
        var early = 0

        var isGood: Bool { told > 0 && lost == 0 && doubled == 0 && outOfOrder == 0 && early == 0 }

        var text: String {
            """
            separate process: killed \(kills) times with SIGKILL, scheduled \(planned), reported \(told)
            lost \(lost), duplicates \(doubled), out of order \(outOfOrder), early \(early)
            """
        }
    }

    let kills: Int
    let seed: UInt64
    private static let apart = 25.0  // Milliseconds between two due times.
    private static let pace = 700.0  // Average milliseconds between two kills.
    private let time = SystemTime()

    init(kills: Int, seed: UInt64) {
        self.kills = kills
        self.seed = seed
    }

    func run() async throws -> Outcome {
        let stage = try await SoakEnvironment(
            channels: 1, rules: "[]", sections: "bots: { planning: { enabled_in: all, late: run } }")
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        let asker = try stage.asker()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Live messages are discarded: the history is compared.
            var bot = try await stage.startBot(program: "soak")
            let plans = try await plan(asker, in: stage.channels[0])
            var random = SplitMix64(seed: seed)
            for _ in 0..<kills {
                try await time.sleep(for: .milliseconds(Double.random(in: 0...2 * Self.pace, using: &random)))
                bot.kill()
                bot = try await stage.startBot(waiting: false, program: "soak")
            }
            let outcome = try await settled(plans, asker, stage.channels[0])
            bot.end()
            group.cancelAll()
            isGood = outcome.isGood
            return outcome
        }
    }

    /// Schedules the messages.
    ///
    /// - Returns: The due time of each message by its name.
    private func plan(_ asker: ChatUser, in channel: Channel) async throws -> [String: Date] {
        let count = Int(Double(kills) * Self.pace / Self.apart)
        let first = time.now + 4
        var plans: [String: Date] = [:]
        for number in 0..<count {
            let milliseconds = (first.timeIntervalSince1970 * 1000 + Double(number) * Self.apart).rounded()
            let plan = ScheduledJob(
                "plan \(number)", due: Date(timeIntervalSince1970: milliseconds / 1000), clan: channel.clan, channel: channel.id)
            plans[plan.name] = plan.due
            try await asker.say(try PlanningBot.text(making: plan), in: channel)
        }
        return plans
    }

    /// Returns the outcome once it stops improving.
    private func settled(_ plans: [String: Date], _ asker: ChatUser, _ channel: Channel) async throws -> Outcome {
        let limit = time.uptime + .seconds(120)
        var outcome = Outcome()
        repeat {
            try await time.sleep(for: .seconds(1))
            outcome = try await self.outcome(plans, asker, channel)
        } while outcome.lost > 0 && time.uptime < limit
        try await time.sleep(for: .seconds(2))  // Duplicates would arrive within this time.
        return try await self.outcome(plans, asker, channel)
    }

    private func outcome(_ plans: [String: Date], _ asker: ChatUser, _ channel: Channel) async throws -> Outcome {
        let said = try await asker.history(of: channel).compactMap { message -> (name: String, at: Date)? in
            guard message.text.hasPrefix("plan "), let end = message.text.range(of: " at ") else { return nil }
            return (String(message.text[..<end.lowerBound]), message.createdAt)
        }
        let dues = said.compactMap { plans[$0.name] }
        return Outcome(
            kills: kills, planned: plans.count, told: said.count, lost: Set(plans.keys).subtracting(said.map(\.name)).count,
            doubled: said.count - Set(said.map(\.name)).count,
            outOfOrder: zip(dues, dues.dropFirst()).count { $0 > $1 },
            early: zip(said, dues).count { $0.at.addingTimeInterval(1) < $1 })  // The server's times are whole seconds.
    }
}
