import BotTesting
import ChatModel
import EventProcessing
import Foundation
import Logging
import MezonProtocol
import Storage

/// The data of a bot that is not running. Rows are added through the bot's own stores, so that they equal those that it writes.
///
/// The bot must have answered a question, which serves as a model.
struct StoppedBot {
    enum Failure: Error, CustomStringConvertible {
        case noAnswer, noCounter
        var description: String {
            switch self {
            case .noAnswer: "the bot has not answered a question that could serve as a model"
            case .noCounter: "the bot has no counter that could serve as a model"
            }
        }
    }

    /// A question with its answer, as the bot has stored them.
    private struct Model {
        var question: ChatModel.Message
        var turn: JournalReader.Line
        var delivery: Delivery
        /// The account of the bot.
        var author: Author

        init?(_ lines: [JournalReader.Line]) {
            guard let turn = lines.first(where: { !$0.deliveries.isEmpty }), let delivery = turn.deliveries.first,
                let answer = lines.first(where: \.entry.isOwn), case .message(let question)? = turn.entry.event,
                case .message(let own)? = answer.entry.event
            else { return nil }
            (self.question, self.turn, self.delivery, author) = (question, turn, delivery, own.author)
        }
    }

    private let store: Store
    private let archive: Archive
    private let channels: [Channel]
    private let model: Model
    private let start: Date

    /// The time between two questions, in seconds.
    static let interval = 0.2
    private static let batch = 5000  // Questions for each transaction.

    /// - Parameter date: The time of question zero; the others follow at `interval`.
    init(_ path: String, channels: [Channel], from date: Date) async throws {
        let folder = try DataDirectory(path)
        let logger = Logger(label: "growth") { _ in SwiftLogNoOpLogHandler() }
        let time = SystemTime()
        let store = try Store(folder: folder, time: time, logger: logger)
        archive = try Archive(folder: folder, store: store, time: time, logger: logger, event: \.event)
        guard let model = Model(try await store.reader.lines(after: 0, limit: 5000)) else { throw Failure.noAnswer }
        self.store = store
        self.channels = channels
        self.model = model
        start = date
    }

    func close() throws {
        try archive.close()
        try store.close()
    }

    /// Adds questions with their answers.
    func add(answered numbers: Range<Int>) async throws {
        var ticket = try await store.state.uncommittedDecisions().lastTicket
        for numbers in Self.batches(of: numbers, Self.batch) {
            let questions = numbers.map(question)
            let before = try await store.reader.lastSequence()
            let delivery = try await store.outbox.lastDelivery()
            try await store.journal.append(questions.map { NewEntry.make($0) })
            try await store.turns.commit(
                questions.enumerated().map { place, question in
                    try turn(of: question, as: before + 1 + Int64(place), ticket: ticket + 1 + Int64(place))
                })
            ticket += Int64(questions.count)
            let answers = questions.map(answer)
            try await store.outbox.settle(
                answers.enumerated().map { place, answer in
                    DeliveryResult(delivery: delivery + 1 + Int64(place), outcome: .sent(answer.id), at: answer.createdAt)
                })
            try await store.journal.append(answers.map { NewEntry.make($0, isOwn: true) })
        }
        try await finish()
    }

    /// Adds questions that wait for their turns. Returns the last sequence.
    func add(waiting numbers: Range<Int>) async throws -> Int64 {
        for numbers in Self.batches(of: numbers, Self.batch) {
            try await store.journal.append(numbers.map { NewEntry.make(question($0)) })
        }
        try await archive.catchUp()
        return try await store.reader.lastSequence()
    }

    /// Adds a counter of each person. It begins with that of the user who asked the model's question.
    ///
    /// - Parameter name: The name of a counter per user, which a rule has used.
    func add(counters name: String, of people: Range<Int>) async throws {
        func subject(_ user: UserID) -> String { "u\(user).g\(model.question.clan)" }
        let rows = try store.state.ruleState(ofKind: "counter", named: name, about: subject(model.question.author.id))
        guard let row = rows.first else { throw Failure.noCounter }
        var ticket = try await store.state.uncommittedDecisions().lastTicket
        for people in Self.batches(of: people, 4 * Self.batch) {
            ticket += 1
            let question = question(people.lowerBound)
            try await store.journal.append([NewEntry.make(question)])
            var turn = try turn(of: question, as: try await store.reader.lastSequence(), ticket: ticket)
            turn.deliveries = []
            let changes = people.map { person in
                var key = row.key
                key.subject = subject(AskerProxy.id(ofPerson: person))
                return RuleStateChange(key, expiresAt: row.expiresAt)
            }
            store.state.add(
                PendingDecision(
                    sequence: turn.sequence, ticket: ticket, version: turn.version,
                    stateChange: PendingDecision.StateChange(
                        hasDeadline: false, changes: changes, value: { _ in row.value }, json: { "" })))
            try await store.turns.commit([turn])
        }
        try await finish()
    }

    /// Stores that accounts belong to people, which the bot would otherwise ask the server.
    func note(people: some Sequence<Int>) async throws {
        try await store.directory.note(
            Dictionary(uniqueKeysWithValues: people.map { (AskerProxy.id(ofPerson: $0), AccountKind.person) }))
    }

    private func finish() async throws {
        try await store.turns.setTurnsThrough(store.reader.lastSequence())
        _ = try await store.outbox.settledThrough()
        try await archive.catchUp()
    }

    private static func batches(of numbers: Range<Int>, _ count: Int) -> [Range<Int>] {
        stride(from: numbers.lowerBound, to: numbers.upperBound, by: count).map { $0..<min($0 + count, numbers.upperBound) }
    }

    private func question(_ number: Int) -> ChatModel.Message {
        let channel = channels[number % channels.count]
        var message = ChatModel.Message.make(
            text: "question \(number)", in: channel.id, by: model.question.author,
            id: MessageID(Snowflake.floor(of: start + Double(number) * Self.interval)), clan: channel.clan)
        message.channelLabel = channel.label
        return message
    }

    private func answer(_ question: ChatModel.Message) -> ChatModel.Message {
        var message = ChatModel.Message.make(
            text: "answer to \(question.text)", in: question.channel, by: model.author, id: MessageID(question.id.rawValue + 1),
            clan: question.clan, references: [Reference(to: question)])
        message.channelLabel = question.channelLabel
        return message
    }

    private func turn(of question: ChatModel.Message, as sequence: Int64, ticket: Int64) throws -> Turn {
        let draft = Draft("answer to \(question.text)" as String)
        guard let action = ResolvedAction(.reply(draft), for: .message(question)) else { throw Failure.noAnswer }
        var trace = model.turn.trace ?? Trace()
        for step in trace.steps.indices {
            trace.steps[step].why = trace.steps[step].why.replacing(model.question.text, with: question.text)
        }
        var turn = Turn(
            sequence: sequence, trace: trace,
            deliveries: [
                NewDelivery(
                    author: model.delivery.author, ordinal: model.delivery.ordinal, destination: question.channel,
                    payload: try ResolvedActionCodec.bytes(action))
            ])
        turn.ticket = ticket
        turn.version = model.turn.version
        turn.observations = [1, 2]  // Those of the model: its channel and its author.
        return turn
    }
}
