import ArgumentParser
import BotKit
import ChatModel
import MezonBotApp

/// Kills a relay repeatedly while messages are sent in both its channels and acknowledgements are lost.
struct RelaySoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract:
            "Kill the bot repeatedly while it relays; check the copies.",
        discussion:
            "Channels are relayed in pairs. Each message replies to the previous one of its channel."
    )

    @Option(help: "Messages, half of them in each direction.")
    var messages = 2000
    @Option(help: "Number of times that the bot is killed with SIGKILL.")
    var kills = 20
    @Option(help: "Number of channel pairs.")
    var pairs = 4
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    private struct Outcome {
        var said = 0
        var lost = 0
        var doubled = 0
        var outOfOrder = 0
        var astray = 0
        var isGood: Bool { lost == 0 && doubled == 0 && outOfOrder == 0 && astray == 0 && said > 0 }
    }

    func validate() throws {
        guard messages > 0, kills >= 0, pairs > 0 else {
            throw ValidationError("--messages and --pairs must be at least 1, --kills at least 0")
        }
    }

    func run() async throws {
        let stage = try await SoakEnvironment(channels: pairs * 2, rules: rules)
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        try await stage.fault(#"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        let person = try stage.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await person.run() }
            try await NumberedQuestions.untilReady(person)
            group.addTask { while await person.next() != nil {} }  // Live messages are discarded: the histories are compared.
            // A new installation ignores earlier messages, so it is started once before.
            try await stage.startBot().end()
            let talking = Task { try await talk(person, stage.channels, time) }
            var random = SplitMix64(seed: seed)
            for _ in 0..<kills {
                let bot = try await stage.startBot(waiting: false)
                try await time.sleep(for: .milliseconds(Int.random(in: 20...700, using: &random)))
                bot.kill()
            }
            try await talking.value
            let bot = try await stage.startBot()
            let outcome = try await settled(stage, person, time)
            bot.end()
            group.cancelAll()
            print(
                """
                messages \(outcome.said) over \(pairs) pairs of channels, kills \(kills), acknowledgements lost \(Int(lostAcks * 100)) %
                copies lost \(outcome.lost), duplicates \(outcome.doubled), out of order \(outcome.outOfOrder), \
                wrong replies \(outcome.astray)
                """)
            isGood = outcome.isGood && outcome.said == messages
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// The rules, by which each channel shows its partner's messages.
    private var rules: String {
        (0..<pairs * 2).map { number in
            """
            - id: to-c\(number)
              trigger: message
              in: { channels: [c\(number ^ 1)] }
              then: { relay: { to: [c\(number)] } }
            """
        }.joined(separator: "\n")
    }

    private func talk(_ person: ChatUser, _ channels: [Channel], _ time: SystemTime) async throws {
        let pause = Duration.milliseconds(max(1, kills * 400 / messages))
        var last: [Int: MessageID] = [:]
        for number in 0..<messages {
            let place = number % channels.count
            let reference = last[place].map { Reference(message: $0, sender: 0) }
            last[place] = try await person.carryOut(
                .send(Draft("number \(number)"), answering: reference, topic: 0), in: channels[place])
            try await time.sleep(for: pause)
        }
    }

    /// Returns the outcome once it stops improving.
    private func settled(_ stage: SoakEnvironment, _ person: ChatUser, _ time: SystemTime) async throws -> Outcome {
        let limit = time.uptime + .seconds(120)
        while time.uptime < limit {
            try await time.sleep(for: .seconds(1))
            if try await outcome(stage.channels, person).lost == 0 { break }
        }
        try await time.sleep(for: .seconds(2))  // A second copy would arrive within this time.
        return try await outcome(stage.channels, person)
    }

    /// Compares the messages of each channel with their copies in its partner.
    private func outcome(_ channels: [Channel], _ person: ChatUser) async throws -> Outcome {
        var outcome = Outcome()
        for (place, channel) in channels.enumerated() {
            let said = try await person.history(of: channel).filter { $0.text.hasPrefix("number ") }
            let shown = try await person.history(of: channels[place ^ 1]).filter { $0.text.hasPrefix("asker: number ") }
            let numbers = shown.compactMap { Int($0.text.dropFirst("asker: number ".count)) }
            outcome.said += said.count
            outcome.lost += Set(said.map { Int($0.text.dropFirst("number ".count)) }).subtracting(numbers).count
            outcome.doubled += numbers.count - Set(numbers).count
            outcome.outOfOrder += zip(numbers, numbers.dropFirst()).filter { $0 > $1 }.count
            // Each message replies to the one before it.
            outcome.astray += zip(shown, shown.dropFirst()).filter { $1.references.first?.message != $0.id }.count
        }
        return outcome
    }
}
