import MezonBot
import MezonModel
import MezonSocket

/// Numbered questions over several channels, and what the channels' histories say of their answers.
struct NumberedQuestions {
    /// The rule that answers them, for the trial's configuration. Late ones are answered too, so that every question counts.
    static let rule = """
        - id: answer
          trigger: message
          limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
          late: run
          when: { text: { matches: '^question [0-9]+$' } }
          then: [{ reply: "answer to {{ message.text }}" }]
        """

    /// What became of the questions.
    struct Outcome {
        var asked = 0
        var lost = 0
        var doubled = 0
        var outOfOrder = 0
        var isGood: Bool { lost == 0 && doubled == 0 && outOfOrder == 0 && asked > 0 }
    }

    /// Waits until a person's connection is ready; events before that are let go.
    static func untilReady(_ person: ChatUser) async throws {
        while let inflow = await person.next() { if case .ready = inflow { return } }
        throw CancellationError()
    }

    /// Compares, per channel, the questions with the answers that quote them.
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
}
