import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Runs rounds in which every user takes a step while the bot is killed.
struct DialogueRounds {
    struct Outcome {
        var leaves = 0
        var polls = 0
        var kills = 0
        var seconds = 0.0
        var moments = KillMoments()
        var pressedAgain = 0
        var lost = 0
        var doubled = 0
        var isInOrder = true
        /// A Boolean value that indicates whether the requests are numbered from 1, each number once.
        var isCounted = true

        var isGood: Bool { lost == 0 && doubled == 0 && isInOrder && isCounted && leaves > 0 }
    }

    let kills: Int
    let people: Int
    let lostAcks: Double
    let seed: UInt64
    private let time = SystemTime()

    init(kills: Int, people: Int, lostAcks: Double, seed: UInt64) {
        self.kills = kills
        self.people = people
        self.lostAcks = lostAcks
        self.seed = seed
    }

    private static let sections = """
        bots:
          leave: { enabled_in: all, late: run, config: { channel: "1900000000000001000", users: ["\(SoakEnvironment.owner)"] } }
          polls: { enabled_in: all, late: run }
        """

    func run() async throws -> Outcome {
        let names = (1...people).map { "guest\($0)" }
        let stage = try await SoakEnvironment(channels: people + 1, people: names, rules: "[]", sections: Self.sections)
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let decider = GatewayGuest(try stage.person("owner"), named: "owner", in: stage.channels[0])
            var talks: [GuestDialogue] = []
            for (name, channel) in zip(names, stage.channels.dropFirst()) {
                let guest = GatewayGuest(try stage.person(name), named: name, in: channel)
                talks.append(GuestDialogue(guest, decider: decider, requests: stage.channels[0], time: time))
            }
            for guest in [decider] + talks.map(\.guest) {
                group.addTask { try await guest.person.run() }
                try await NumberedQuestions.untilReady(guest.person)
                group.addTask { await guest.listen() }
            }
            let outcome = try await rounds(of: talks, on: stage)
            group.cancelAll()
            isGood = outcome.isGood
            return outcome
        }
    }

    private func rounds(of talks: [GuestDialogue], on stage: SoakEnvironment) async throws -> Outcome {
        let began = time.uptime
        var outcome = Outcome()
        var random = SplitMix64(seed: seed)
        var bot = try await stage.startBot()
        let journal = try stage.reader()
        // One round without a kill measures how long a step takes.
        for (number, talk) in talks.enumerated() where number % 2 == 0 { await talk.begin() }
        let calm = time.uptime
        for talk in talks { try await talk.act() }
        try await settle(talks, journal, &outcome)
        let normalDuration = time.uptime - calm
        try await stage.fault(
            #"{"kind":"delay","on":"channel_message_send","account":"bot","probability":0.3,"milliseconds":20}"#)
        try await stage.fault(#"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        while outcome.lost == 0 {
            let isLast = outcome.kills >= kills
            if isLast, await areBetweenScripts(talks) { break }
            for talk in talks where await talk.isBetweenScripts && !isLast { await talk.begin() }
            var acting: [GuestDialogue] = []
            for talk in talks where !(await talk.isBetweenScripts) { acting.append(talk) }
            if isLast {
                for talk in acting { try await talk.act() }
            } else {
                let killed = try await round(of: acting, killing: bot, over: normalDuration, &random)
                outcome.kills += 1
                try await outcome.moments.note(acting, killed: killed, journal)
                bot = try await stage.startBot()
            }
            try await settle(talks, journal, &outcome)
        }
        try await time.sleep(for: .seconds(2))  // Duplicates would arrive within this time.
        bot.end()
        try await count(talks, &outcome)
        outcome.seconds = (time.uptime - began) / .seconds(1)
        return outcome
    }

    /// Lets every user take a step at a random time and kills the bot at a random point of one of the steps; in one of eight rounds before
    /// all of them.
    ///
    /// - Returns: The uptime of the kill.
    private func round(
        of talks: [GuestDialogue], killing bot: ChildProcess, over usual: Duration, _ random: inout SplitMix64
    ) async throws -> Duration {
        func drawn() -> Duration { usual * Double.random(in: 0...1, using: &random) }
        let pauses = talks.map { _ in drawn() / 4 }
        let isBefore = Int.random(in: 0..<8, using: &random) == 0
        let pause = (pauses.randomElement(using: &random) ?? .zero) + drawn()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if isBefore { bot.kill() }
            let start = time.uptime
            for (talk, pause) in zip(talks, pauses) {
                group.addTask { [time] in
                    try await time.sleep(for: pause)
                    try await talk.act()
                }
            }
            if isBefore {
                try await group.waitForAll()
                return start
            }
            try await time.sleep(for: pause)
            let killed = time.uptime
            bot.kill()
            try await group.waitForAll()
            return killed
        }
    }

    private func settle(_ talks: [GuestDialogue], _ journal: JournalReader, _ outcome: inout Outcome) async throws {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for talk in talks { group.addTask { try await talk.answered(within: .seconds(30), journal) } }
            for try await again in group {
                if let again { outcome.pressedAgain += again } else { outcome.lost += 1 }
            }
        }
    }

    private func areBetweenScripts(_ talks: [GuestDialogue]) async -> Bool {
        for talk in talks where !(await talk.isBetweenScripts) { return false }
        return true
    }

    /// Compares what every user sees with the expected messages.
    private func count(_ talks: [GuestDialogue], _ outcome: inout Outcome) async throws {
        var numbers: [Int] = []
        outcome.lost = 0
        for talk in talks {
            let (expected, shown, scripts) = (await talk.expected, await talk.shown, await talk.scripts)
            outcome.leaves += scripts.leaves
            outcome.polls += scripts.polls
            for place in [\DialogueScript.Shown.here, \.requests, \.direct] {
                let rest = shown[keyPath: place].difference(from: expected[keyPath: place]).inferringMoves()
                for change in rest {
                    switch change {
                    case .insert(_, _, associatedWith: nil): outcome.doubled += 1
                    case .remove(_, _, associatedWith: nil): outcome.lost += 1
                    case .insert, .remove: outcome.isInOrder = false
                    }
                }
                if !rest.isEmpty { print("\(talk.guest.name) sees \(shown[keyPath: place]), not \(expected[keyPath: place])") }
            }
            numbers += talk.guest.requests(in: talk.requests).compactMap { Int($0.text.dropFirst().prefix { $0.isNumber }) }
        }
        outcome.isCounted = numbers.sorted() == Array(1...max(1, outcome.leaves))
    }
}

extension DialogueRounds.Outcome {
    var text: String {
        """
        leaves \(leaves) and polls \(polls), kills \(kills), \(seconds.formatted(.number.precision(.fractionLength(1)))) s
        progress of the step when the bot was killed:
        \(moments)
        clicks while no bot was running, repeated: \(pressedAgain)
        prompts, answers, requests and notices: lost \(lost), duplicates \(doubled), in order: \(isInOrder ? "yes" : "no")
        requests numbered from 1 without gaps: \(isCounted ? "yes" : "no")
        """
    }
}
