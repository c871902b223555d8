import ChatModel
import Foundation
import MezonBotApp
import Storage
import Synchronization

/// The messages of a cluster trial, and the check of what the bot made of them.
final class ClusterMessages: Sendable {
    /// Channels: the copies, the repetitions, what a schedule sends, and those of the messages.
    static let channelCount = 15
    private static let firstChannel = 3
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
            - id: talk
              trigger: message
              late: run
              limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
              when: { text: { matches: '^talk [0-9]+$' } }
              then:
                - wait: { for: 1h, until: message }
                - reply: "heard {{ vars.answer }} after {{ message.text }}"
            - id: tick
              trigger: { schedule: { cron: "* * * * *", tz: UTC, missed: { policy: fire_all, max: 100 } } }
              then: [{ send: { to: c2, text: "tick {{ event.time | date }} {{ event.time | time }}" } }]
            """

    static let schema = "soak"

    /// An environment whose store is on the server of `SOAK_CLUSTER_URL`.
    static func environment() async throws -> SoakEnvironment {
        try await SoakEnvironment(
            channels: channelCount, rules: rules,
            sections:
                "send: { per_second: 80, brake: { per_minute: 1000000, per_hour: 1000000, per_command: 1000000, in_row: 1000000 } }\n",
            store: "store: { url: \"${env:SOAK_CLUSTER_URL}\", schema: \(schema) }\n")
    }

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
    /// The times between which messages are sent.
    private let spans = Mutex((start: Date.distantPast, end: Date.distantPast))

    /// - Parameter bot: The account of the bot.
    init(asker: ChatUser, channels: [Channel], bot: UserID) {
        self.asker = asker
        self.bot = bot
        self.channels = channels
    }

    /// The number of channels to which messages are sent in turn.
    private var stride: Int { channels.count - Self.firstChannel }

    /// Ends the dialogues, each of which waits for the next message of its channel.
    func endDialogues() async throws {
        for channel in channels.dropFirst(Self.firstChannel) { try await asker.say("closing", in: channel) }
    }

    /// Sends messages until it is cancelled: of ten, six are questions.
    func send(perSecond: Int, _ time: SystemTime) async throws {
        defer { spans.withLock { $0.end = time.now } }
        spans.withLock { $0.start = time.now }
        let kinds = ["question", "copy", "question", "talk", "bad", "question", "question", "again", "question", "question"]
        var due = time.uptime
        var number = 0
        while true {
            due += .milliseconds(1000 / perSecond)
            try await time.sleep(until: due)
            let kind = kinds[number % kinds.count]
            let (text, channel) = ("\(kind) \(number)", channels[Self.firstChannel + number % stride])
            // In a task of its own: a message that is on its way at the end counts.
            _ = try await Task { try await asker.say(text, in: channel) }.value
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
        outcome.questions = try await NumberedQuestions.outcome(in: Array(channels.dropFirst(Self.firstChannel)), seenBy: asker)
        let copies = try await asker.history(of: channels[0]).map(\.text).filter { $0.contains("copy ") }
        count("copies", copies, times: 1, sent["copy"], &outcome)
        let repeated = try await asker.history(of: channels[1]).map(\.text).filter { $0.hasPrefix("again ") }
        count("repetitions", repeated, times: Self.repetitions, sent["again"], &outcome)
        try await countTicks(&outcome)
        try await countDialogues(sent["talk"] ?? 0, &outcome)
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

    /// Counts what the schedule has sent: one message for each minute that has begun, and none before its time.
    private func countTicks(_ outcome: inout Outcome) async throws {
        let ticks = try await asker.history(of: channels[2]).map(\.text).filter { $0.hasPrefix("tick ") }
        let (start, end) = spans.withLock { $0 }
        let expected = Int(end.timeIntervalSince1970 / 60) - Int(start.timeIntervalSince1970 / 60)
        let distinct = Set(ticks).count
        outcome.lost["scheduled"] = max(0, expected - distinct)
        // Those before the first message and after the last one are not expected, and right.
        outcome.doubled["scheduled"] = ticks.count - distinct + max(0, distinct - expected - 3)
    }

    /// Counts the dialogues that have heard the next message of their channel.
    private func countDialogues(_ count: Int, _ outcome: inout Outcome) async throws {
        var ends: [Int: Int] = [:]
        for channel in channels.dropFirst(Self.firstChannel) {
            for text in try await asker.history(of: channel).map(\.text) where text.hasPrefix("heard ") {
                let words = text.split(separator: " ")
                guard let talk = words.last.flatMap({ Int($0) }) else { continue }
                let isNext = text.hasPrefix("heard closing ") || words.count > 2 && Int(words[2]) == talk + stride
                if isNext { ends[talk, default: 0] += 1 }
            }
        }
        outcome.lost["dialogues"] = count - ends.count
        outcome.doubled["dialogues"] = ends.values.reduce(0) { $0 + max(0, $1 - 1) }
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
