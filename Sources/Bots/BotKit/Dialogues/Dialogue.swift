public import Foundation
import Synchronization

/// A conversation with one user: a sequence of questions whose answers may be hours and restarts apart.
///
///     Command.dialogue("leave", "Ask for leave", vi: "Xin nghỉ phép") { dialogue in
///         let days = try await dialogue.ask("How many days?", as: Int.self, in: 1...30)
///         let kind = try await dialogue.choose("Which kind?", Kind.self)
///         guard try await dialogue.confirm("\(days) days, \(kind.rawValue): right?") else { return [.reply("Then not.")] }
///         return [.reply("Noted.")]
///     }
///
/// The closure runs again from the top for each answer, and earlier answers are returned from the record. It must therefore
/// depend on nothing but its dialogue, ask the same questions in the same order for the same answers, and wrap everything that is
/// to happen only once in `once`. If it asks a different question than recorded, because the bot was changed meanwhile, the
/// dialogue ends with a message that says so.
public final class Dialogue<B: Bot>: Sendable {
    struct Progress: Sendable {
        var steps: [DialogueRecord.Step]
        /// The number of recorded steps returned so far.
        var place = 0
        /// The question to ask next.
        var asked: DialogueQuestion?
        /// A Boolean value that indicates whether the closure asked a different question than recorded.
        var isChanged = false
        /// The error in the last answer.
        var usageError: LocatedUsageError?
    }

    private static var maxSteps: Int { 200 }  // More than any user answers; it keeps an endless loop from filling the disk.

    private let record: DialogueRecord
    private let context: BotContext<B>
    private let progress: Mutex<Progress>

    init(_ record: DialogueRecord, _ context: BotContext<B>) {
        self.record = record
        self.context = context
        progress = Mutex(Progress(steps: record.steps))
    }

    var outcome: Progress { progress.withLock { $0 } }

    /// The time at which the dialogue began.
    public var now: Date { record.at }
    /// The message that started the dialogue.
    public var start: Message { record.start }
    /// The user who is asked.
    public var user: UserID { record.start.author.id }
    /// The clan of the dialogue; zero if the channel belongs to none.
    public var clan: ClanID { context.clan }
    /// The channel of the dialogue.
    public var channel: ChannelID { context.channel }
    /// Returns whether what is said here may be sent to another channel: from a private channel only to one with the same readers.
    /// The answer is that of the moment; it is not recorded.
    public func canSend(to channel: ChannelID) -> Bool {
        !context.invocation.context.isInPrivatePlace || context.invocation.context.isSamePlace(channel)
    }
    /// The language that applies in this channel.
    public var language: Language { context.language }
    /// A random number generator that is the same on each run. Each access restarts it, so keep it in a variable.
    public var random: SplitMix64 { SplitMix64(seed: record.seed) }

    /// Asks for text: the whole message is the answer.
    ///
    /// - Throws: An error that ends this run until the answer has arrived. Do not catch it.
    public func ask(_ question: LocalizedText) async throws -> String { try await ask(question, as: RemainingText.self).text }

    /// Asks for a value that can be read as a command argument. An invalid answer is marked and the question asked again; the
    /// third invalid answer ends the dialogue.
    public func ask<A: Argument>(_ question: LocalizedText, as type: A.Type) async throws -> A {
        try answer(DialogueQuestion(kind: "\(A.self)", text: question)) { try Self.read(A.self, $0) }
    }

    /// Asks for a value within bounds.
    public func ask<A: Argument & Comparable>(
        _ question: LocalizedText, as type: A.Type, in range: ClosedRange<A>
    ) async throws -> A {
        try answer(DialogueQuestion(kind: "\(A.self)", text: question)) { answer in
            let value = try Self.read(A.self, answer)
            guard !range.contains(value) else { return value }
            throw Self.usageError(
                answer,
                LocalizedText(
                    "expected \(range.lowerBound) to \(range.upperBound)",
                    vi: "chỗ này cần từ \(range.lowerBound) đến \(range.upperBound)"))
        }
    }

    /// Asks for one of an enum's words; the user presses a button or types the answer.
    ///
    /// - Parameters:
    ///   - question: The text of the question.
    ///   - type: The enum.
    ///   - label: Returns the label of a word's button.
    public func choose<C: Choice>(
        _ question: LocalizedText, _ type: C.Type, label: (C) -> LocalizedText = { LocalizedText(stringLiteral: $0.rawValue) }
    ) async throws -> C {
        let cases = Array(C.allCases)
        let choices = cases.map { DialogueQuestion.Choice(value: $0.rawValue, label: label($0)) }
        let value = try choice(DialogueQuestion(kind: "\(C.self)", text: question, choices: choices))
        guard let chosen = cases.first(where: { $0.rawValue == value }) else { throw Suspension() }
        return chosen
    }

    /// Asks for one of several texts; returns the index of the answer, counted from zero.
    public func choose(_ question: LocalizedText, from labels: [LocalizedText]) async throws -> Int {
        let choices = labels.enumerated().map { DialogueQuestion.Choice(value: "\($0.offset)", label: $0.element) }
        return Int(try choice(DialogueQuestion(kind: "choice", text: question, choices: choices))) ?? 0
    }

    /// Asks a yes-or-no question.
    public func confirm(_ question: LocalizedText) async throws -> Bool {
        let choices = [
            DialogueQuestion.Choice(value: "yes", label: LocalizedText("Yes", vi: "Có")),
            DialogueQuestion.Choice(value: "no", label: LocalizedText("No", vi: "Không")),
        ]
        return try choice(DialogueQuestion(kind: "confirm", text: question, choices: choices)) == "yes"
    }

    /// Performs work once and returns the recorded result on later runs: reading or changing state, or reading from the context.
    ///
    ///     let left = try await dialogue.once { context in try await context.state(.member).value.daysLeft }
    public func once<Value: Codable & Sendable>(
        _ work: @Sendable (BotContext<B>) async throws -> Value
    ) async throws -> Value {
        let mark = "once: \(Value.self)"
        if let step = try take(mark) {
            guard case .done(let json) = step.answer else { throw change() }
            do {
                return try JSONDecoder().decode(Value.self, from: Data(json.utf8))
            } catch {
                throw change()
            }
        }
        let value = try await work(context)
        let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        progress.withLock { progress in
            progress.steps.append(.init(question: mark, answer: .done(json)))
            progress.place += 1
        }
        return value
    }

    /// Ends this run, because a question is to be asked or an error occurred.
    struct Suspension: Error {}

    private func choice(_ question: DialogueQuestion) throws -> String {
        try answer(question) { answer in
            switch answer {
            case .pressed(let value) where question.choices.contains { $0.value == value }: return value
            case .said(let message):
                if let value = question.value(of: message.text) { return value }
                let words = question.choices.map(\.label)
                let (en, vi) = (words.map(\.en).joined(separator: ", "), words.map(\.vi).joined(separator: ", "))
                throw Self.usageError(answer, .expected(LocalizedText("one of \(en)", vi: "một trong: \(vi)")))
            case .pressed, .done: throw Suspension()
            }
        }
    }

    private func answer<Value>(
        _ question: DialogueQuestion, _ read: (DialogueRecord.Step.Answer) throws -> Value
    ) throws -> Value {
        guard let step = try take(question.mark) else {
            progress.withLock { $0.asked = question }
            throw Suspension()
        }
        do {
            return try read(step.answer)
        } catch {
            // Only the last answer is new; the earlier ones were readable before.
            progress.withLock { progress in
                progress.usageError = error as? LocatedUsageError
                progress.isChanged = progress.usageError == nil || progress.place < progress.steps.count
                progress.asked = question
            }
            throw Suspension()
        }
    }

    /// Returns the next recorded step, or nil if there are no more.
    private func take(_ mark: String) throws -> DialogueRecord.Step? {
        try progress.withLock { progress in
            if progress.asked != nil || progress.isChanged { throw Suspension() }  // The bot has caught an earlier suspension.
            guard progress.place < progress.steps.count else {
                guard progress.steps.count < Self.maxSteps else { throw DialogueError.tooLong(steps: Self.maxSteps) }
                return nil
            }
            let step = progress.steps[progress.place]
            guard step.question == mark else {
                progress.isChanged = true
                throw Suspension()
            }
            progress.place += 1
            return step
        }
    }

    private func change() -> Suspension {
        progress.withLock { $0.isChanged = true }
        return Suspension()
    }

    private static func read<A: Argument>(_ type: A.Type, _ answer: DialogueRecord.Step.Answer) throws -> A {
        guard case .said(let message) = answer else { throw Suspension() }
        var reader = ArgumentReader(CommandText(message), at: 0)
        let value = try reader.take(A.self)
        try reader.finish()
        return value
    }

    private static func usageError(_ answer: DialogueRecord.Step.Answer, _ wording: LocalizedText) -> any Error {
        guard case .said(let message) = answer else { return Suspension() }
        let text = CommandText(message)
        return LocatedUsageError(
            wording: wording, range: text.skippingSpace(from: 0)..<max(text.end, text.skippingSpace(from: 0)))
    }
}
