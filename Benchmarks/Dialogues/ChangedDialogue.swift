import ChatModel
import MezonBotApp

/// Kills the bot during two users' dialogues and restarts it with a different second question. One user answers while it is down, the other
/// afterwards; both must be told, and can start again.
struct ChangedDialogue {
    struct Outcome {
        var right = 0
        var all = 0
        /// The text that the users were shown.
        var words = ""
    }

    /// The expected messages for each user.
    private static let right = [
        "*trip", "How many days?", "3", "Which hotel?", "Rex",
        "*trip has changed since you started, so it was cancelled. Please start again.",
        "*trip", "How many days?", "3", "Which city?", "Huế", "3 days, Huế: noted.",
    ]
    private let time = SystemTime()

    private func sections(_ second: String) -> String {
        "bots: { changing: { enabled_in: all, late: run, config: { second: \"\(second)\" } } }"
    }

    func run() async throws -> Outcome {
        let names = ["an", "binh"]
        let stage = try await SoakEnvironment(
            channels: names.count, people: names, rules: "[]", sections: sections("Which hotel?"))
        defer { stage.tearDown() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            var guests: [GatewayGuest] = []
            for (name, channel) in zip(names, stage.channels) {
                let guest = GatewayGuest(try stage.person(name), named: name, in: channel)
                guests.append(guest)
                group.addTask { try await guest.person.run() }
                try await NumberedQuestions.untilReady(guest.person)
                group.addTask { await guest.listen() }
            }
            let bot = try await stage.startBot(program: "soak")
            for guest in guests { for text in ["*trip", "3"] { try await say(text, as: guest) } }
            bot.kill()
            try stage.configure(sections: sections("Which city?"))
            let early = try await guests[0].person.say("Rex", in: guests[0].channel)
            let changed = try await stage.startBot(program: "soak")
            var outcome = Outcome(all: guests.count, words: try await heard(by: guests[0], after: early))
            try await say("Rex", as: guests[1])
            for guest in guests {
                for text in ["*trip", "3", "Huế"] { try await say(text, as: guest) }
                let seen = guest.here.map(\.text)
                if seen == Self.right { outcome.right += 1 } else { print("\(guest.name) sees \(seen)") }
            }
            changed.end()
            group.cancelAll()
            return outcome
        }
    }

    /// Sends a message.
    ///
    /// - Returns: The bot's answer.
    @discardableResult
    private func say(_ text: String, as guest: GatewayGuest) async throws -> String {
        let said = try await guest.person.say(text, in: guest.channel)
        return try await heard(by: guest, after: said)
    }

    /// Returns the bot's first message after another one; empty if none arrives.
    private func heard(by guest: GatewayGuest, after message: MessageID) async throws -> String {
        let limit = time.uptime + .seconds(15)
        while time.uptime < limit {
            if let answer = guest.here.first(where: { $0.id > message }) { return answer.text }
            try await time.sleep(for: .milliseconds(10))
        }
        return ""
    }
}
