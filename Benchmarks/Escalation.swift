import ArgumentParser
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Kills the bot repeatedly while a user's offences escalate, and checks that every ladder step happens once and in order, and that every
/// mute ends.
struct Escalation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Kill the bot between the steps of an escalation.")

    @Option(help: "Number of ladder steps and of offences.")
    var steps = 60
    @Option(help: "Number of times that the bot is killed with SIGKILL.")
    var kills = 20
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.2
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    private static let rule = """
        - id: offence
          trigger: message
          mode: enforce
          late: run
          limits: { per_minute: 100000, per_day: 1000000 }
          when: { text: { matches: '^bad [0-9]+$' } }
          then: [{ escalate: { ladder: steps } }]
        """

    /// The ladder: steps are announced in channel 0, mutes apply to channel 1, and offences happen in the others.
    private var ladder: String {
        let lines = (1...steps).map { step in
            "    - { at: \(step), then: [{ mute: { for: 2s, in: [c1] } }, { send: { to: c0, text: \"step \(step)\" } }] }"
        }
        return "ladders:\n  steps:\n    counter: strikes\n    scope: user\n    steps:\n"
            + lines.map { "  " + $0 }.joined(separator: "\n")
    }

    func run() async throws {
        let stage = try await SoakEnvironment(channels: 6, rules: Self.rule, sections: ladder)
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        try await stage.fault(#"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        let offender = try stage.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await offender.run() }
            try await NumberedQuestions.untilReady(offender)
            group.addTask { while await offender.next() != nil {} }  // Histories and cases are compared instead.
            let first = try await stage.startBot()
            first.end()
            let offending = Task {
                for number in 1...steps {
                    try await offender.say("bad \(number)", in: stage.channels[2 + number % 4])
                    try await time.sleep(for: .milliseconds(max(1, kills * 400 / steps)))
                }
            }
            var random = SplitMix64(seed: seed)
            for _ in 0..<kills {
                let bot = try await stage.startBot(waiting: false)
                try await time.sleep(for: .milliseconds(Int.random(in: 20...700, using: &random)))
                bot.kill()
            }
            try await offending.value
            let bot = try await stage.startBot()
            let shown = try await settled(stage, offender, time)
            let cases = try await ended(stage, time)
            bot.end()
            group.cancelAll()
            let order = zip(shown, shown.dropFirst()).count { $0 > $1 }
            let lost = steps - Set(shown).count, doubled = shown.count - Set(shown).count
            let open = cases.count(where: \.isOpen)
            print(
                """
                steps \(steps), kills \(kills), acknowledgements lost \(Int(lostAcks * 100)) %
                steps sent: lost \(lost), duplicates \(doubled), out of order \(order)
                cases: mutes \(cases.count), of \(Set(cases.map(\.cause)).count) offences, not ended \(open)
                """)
            isGood =
                lost == 0 && doubled == 0 && cases.count == steps && Set(cases.map(\.cause)).count == steps && open == 0
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Returns the steps announced in channel 0, once no more arrive.
    private func settled(_ stage: SoakEnvironment, _ offender: ChatUser, _ time: SystemTime) async throws -> [Int] {
        let limit = time.uptime + .seconds(60)
        func shown() async throws -> [Int] {
            try await offender.history(of: stage.channels[0]).compactMap { Int($0.text.dropFirst("step ".count)) }
        }
        while time.uptime < limit, try await Set(shown()).count < steps { try await time.sleep(for: .milliseconds(500)) }
        try await time.sleep(for: .seconds(2))  // A duplicate would arrive within this time.
        return try await shown()
    }

    /// Returns all mutes once they have ended, or after a time limit.
    private func ended(_ stage: SoakEnvironment, _ time: SystemTime) async throws -> [StoredCase] {
        let reader = try stage.reader()
        let limit = time.uptime + .seconds(15)
        while true {
            let cases = try await reader.cases(CaseFilter())
            if !cases.contains(where: \.isOpen) || time.uptime > limit { return cases }
            try await time.sleep(for: .milliseconds(500))
        }
    }
}
