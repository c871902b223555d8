import ChatModel
import Foundation
import MezonBotApp
import Storage
import Synchronization

/// The messages of a cluster trial, and the check of what the bot made of them.
final class ClusterMessages: Sendable {
    /// Channels: the copies, the repetitions, and those of the messages.
    static let channelCount = 14
    private static let repetitions = 2

    static let rules =
        NumberedQuestions.rule + "\n" + """
            - id: copy
              trigger: message
              late: run
              limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
              when: { text: { matches: '^copy [0-9]+$' } }
              then: [{ relay: { to: [c0] } }]
            - id: case
              trigger: message
              mode: enforce
              late: run
              limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
              when: { text: { matches: '^bad [0-9]+$' } }
              then: [delete]
            - id: again
              trigger: message
              late: run
              limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
              when: { text: { matches: '^again [0-9]+$' } }
              then: [{ repeat: { times: \(repetitions), every: 2s, then: [{ send: { to: c1, text: "{{ message.text }}" } }] } }]
            """

    struct Outcome {
        var sent = 0
        var questions = NumberedQuestions.Outcome()
        var lost: [String: Int] = [:]
        var doubled: [String: Int] = [:]
        /// The largest number of the bot's messages within a second.
        var burst = 0

        var isComplete: Bool { questions.lost == 0 && lost.values.allSatisfy { $0 == 0 } }

        var isGood: Bool { sent > 0 && isComplete && questions.isGood && doubled.values.allSatisfy { $0 == 0 } }

        var lines: [String] {
            [
                "questions \(questions.asked): lost \(questions.lost), duplicates \(questions.doubled), out of order \(questions.outOfOrder)"
            ] + lost.keys.sorted().map { "\($0): lost \(lost[$0] ?? 0), duplicates \(doubled[$0] ?? 0)" } + [
                "at most \(burst) messages of the bot in a second, permitted 80"
            ]
        }
    }

    private let asker: ChatUser
    private let channels: [Channel]
    private let bot: UserID
    private let sent = Mutex<[String: Int]>([:])

    /// - Parameter bot: The account of the bot.
    init(asker: ChatUser, channels: [Channel], bot: UserID) {
        self.asker = asker
        self.bot = bot
        self.channels = channels
    }

    /// Sends messages until it is cancelled: of ten, seven are questions.
    func send(perSecond: Int, _ time: SystemTime) async throws {
        let kinds = ["question", "copy", "question", "question", "bad", "question", "question", "again", "question", "question"]
        var due = time.uptime
        var number = 0
        while true {
            due += .milliseconds(1000 / perSecond)
            try await time.sleep(until: due)
            let kind = kinds[number % kinds.count]
            try await asker.say("\(kind) \(number)", in: channels[2 + number % (channels.count - 2)])
            sent.withLock { $0[kind, default: 0] += 1 }
            number += 1
        }
    }

    static func reader(of environment: SoakEnvironment, node: String) throws -> JournalReader {
        try StoreOpener.reader(of: environment.dataFolder(of: node), cipher: nil)
    }

    /// Returns the outcome once everything has happened, or after a minute.
    func settledOutcome(reader: () throws -> JournalReader, _ time: SystemTime) async throws -> Outcome {
        let limit = time.uptime + .seconds(60)
        while time.uptime < limit {
            try await time.sleep(for: .seconds(1))
            if try await outcome(reader()).isComplete { break }
        }
        try await time.sleep(for: .seconds(2))  // A second effect would arrive within this time.
        return try await outcome(reader())
    }

    private func outcome(_ reader: JournalReader) async throws -> Outcome {
        var outcome = Outcome()
        let sent = sent.withLock { $0 }
        outcome.sent = sent.values.reduce(0, +)
        outcome.questions = try await NumberedQuestions.outcome(in: Array(channels.dropFirst(2)), seenBy: asker)
        let copies = try await asker.history(of: channels[0]).map(\.text).filter { $0.contains("copy ") }
        count("copies", copies, times: 1, sent["copy"], &outcome)
        let repeated = try await asker.history(of: channels[1]).map(\.text).filter { $0.hasPrefix("again ") }
        count("repetitions", repeated, times: Self.repetitions, sent["again"], &outcome)
        let cases = try await reader.cases(CaseFilter()).map { "\($0.cause)" }
        count("cases", cases, times: 1, sent["bad"], &outcome)
        var times: [Int64] = []
        for channel in channels {
            let own = try await asker.history(of: channel).filter { message in message.author.id == bot }
            times += own.map { $0.id.snowflake >> 22 }  // In milliseconds; the time of the message has seconds.
        }
        outcome.burst = Self.burst(times.sorted())
        return outcome
    }

    private func count(_ what: String, _ found: [String], times: Int, _ sent: Int?, _ outcome: inout Outcome) {
        let counts = Dictionary(grouping: found, by: \.self).mapValues(\.count)
        let expected = (sent ?? 0) * times
        let distinct = counts.values.reduce(0) { $0 + min($1, times) }
        outcome.lost[what] = max(0, expected - distinct)
        outcome.doubled[what] = counts.values.reduce(0) { $0 + max(0, $1 - times) }
    }

    /// The largest number of times within a second.
    private static func burst(_ times: [Int64]) -> Int {
        var first = 0
        return times.indices.reduce(0) { most, last in
            while times[last] - times[first] >= 1000 { first += 1 }
            return max(most, last - first + 1)
        }
    }
}
