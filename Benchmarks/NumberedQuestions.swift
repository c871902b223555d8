import ChatModel
import MezonBotApp
import MezonClient

/// Numbered questions in several channels, and the check of their answers in the channels' histories.
struct NumberedQuestions {
    /// The rule that answers them. Late questions are answered too, so that every question counts.
    static let rule = """
        - id: answer
          trigger: message
          limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
          late: run
          when: { text: { matches: '^question [0-9]+$' } }
          then: [{ reply: "answer to {{ message.text }}" }]
        """

    /// The counts of questions and answers.
    struct Outcome {
        var asked = 0
        var lost = 0
        var doubled = 0
        var outOfOrder = 0
        var isGood: Bool { lost == 0 && doubled == 0 && outOfOrder == 0 && asked > 0 }
    }

    /// Waits until a user's connection is ready; earlier events are discarded.
    static func untilReady(_ person: ChatUser) async throws {
        while let inflow = await person.next() { if case .ready = inflow { return } }
        throw CancellationError()
    }

    /// Compares the questions of each channel with the answers that quote them.
    static func outcome(in channels: [Channel], seenBy person: ChatUser) async throws -> Outcome {
        var outcome = Outcome()
        for channel in channels {
            let messages = try await person.history(of: channel)
            let questions = messages.filter { $0.text.hasPrefix("question ") }.map(\.id)
            let answered = messages.filter { $0.text.hasPrefix("answer to ") }.compactMap { $0.references.first?.message }
            outcome.asked += questions.count
            outcome.lost += Set(questions).subtracting(answered).count
            outcome.doubled += answered.count - Set(answered).count
            outcome.outOfOrder += zip(answered, answered.dropFirst()).filter { $0 > $1 }.count
        }
        return outcome
    }

    /// Returns the outcome once every question has its answer, or after two minutes.
    static func settledOutcome(
        in channels: [Channel], seenBy person: ChatUser, _ time: SystemTime
    ) async throws -> Outcome {
        let limit = time.uptime + .seconds(120)
        while time.uptime < limit {
            try await time.sleep(for: .seconds(1))
            if try await outcome(in: channels, seenBy: person).lost == 0 { break }
        }
        try await time.sleep(for: .seconds(2))  // A second answer would arrive within this time.
        return try await outcome(in: channels, seenBy: person)
    }
}
