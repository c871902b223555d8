public import Foundation
import Synchronization

/// A talk with one person: questions, one after the other, whose answers come hours and restarts apart.
///
///     Command.dialogue("leave", "Ask for leave", vi: "Xin nghỉ phép") { dialogue in
///         let days = try await dialogue.ask("How many days?", as: Int.self, in: 1...30)
///         let kind = try await dialogue.choose("Which kind?", Kind.self)
///         guard try await dialogue.confirm("\(days) days, \(kind.rawValue): right?") else { return [.reply("Then not.")] }
///         return [.reply("Noted.")]
///     }
///
/// The closure is run again from the top at each answer, with the answers so far given back from the record. So it sees nothing but
/// its dialogue, asks the same questions in the same order where the answers are the same, and does what is to happen once in
/// `once`. Where it asks something else than it did, because it was changed meanwhile, the dialogue ends and says so.
public final class Dialogue<B: Bot>: Sendable {
    struct Progress: Sendable {
        var steps: [DialogueRecord.Step]
        /// How many of them were given back.
        var place = 0
        /// What is asked next.
        var asked: DialogueQuestion?
        /// Whether it asks something else than it did.
        var isChanged = false
        /// What is wrong with the last answer.
        var misreading: LocatedUsageError?
    }

    private static var mostSteps: Int { 200 }  // Nobody answers as many; a loop without an end does not fill the disk.

    private let record: DialogueRecord
    private let context: BotContext<B>
    private let progress: Mutex<Progress>

    init(_ record: DialogueRecord, _ context: BotContext<B>) {
        self.record = record
        self.context = context
        progress = Mutex(Progress(steps: record.steps))
    }

    var outcome: Progress { progress.withLock { $0 } }

    /// When it began.
    public var now: Date { record.at }
    /// The message that began it.
    public var start: Message { record.start }
    /// Who is asked.
    public var user: UserID { record.start.author.id }
    public var clan: ClanID { context.clan }
    public var channel: ChannelID { context.channel }
    public var language: Language { context.language }
    /// A source of chance that is the same at each run: each reading starts it anew, so keep it in a variable.
    public var random: SplitMix64 { SplitMix64(seed: record.seed) }

    // Questions

    /// Asks for some words: the whole message is the answer.
    ///
    /// - Throws: what ends this run until the answer is there. Let it through.
    public func ask(_ question: LocalizedText) async throws -> String { try await ask(question, as: RemainingText.self).text }

    /// Asks for something that can be read as an argument of a command. An answer that cannot is pointed at and asked for again,
    /// three times.
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
            throw Self.misread(
                answer,
                LocalizedText(
                    "\(range.lowerBound) to \(range.upperBound) belongs here",
                    vi: "chỗ này cần từ \(range.lowerBound) đến \(range.upperBound)"))
        }
    }

    /// Asks for one of an enum's words, by a button for each or in writing.
    ///
    /// - Parameter label: what stands on a button.
    public func choose<C: Choice>(
        _ question: LocalizedText, _ type: C.Type, label: (C) -> LocalizedText = { LocalizedText(stringLiteral: $0.rawValue) }
    ) async throws -> C {
        let cases = Array(C.allCases)
        let choices = cases.map { DialogueQuestion.Choice(value: $0.rawValue, label: label($0)) }
        let value = try choice(DialogueQuestion(kind: "\(C.self)", text: question, choices: choices))
        guard let chosen = cases.first(where: { $0.rawValue == value }) else { throw Suspension() }
        return chosen
    }

    /// Asks for one of some words, and returns which: counted from zero.
    public func choose(_ question: LocalizedText, from labels: [LocalizedText]) async throws -> Int {
        let choices = labels.enumerated().map { DialogueQuestion.Choice(value: "\($0.offset)", label: $0.element) }
        return Int(try choice(DialogueQuestion(kind: "choice", text: question, choices: choices))) ?? 0
    }

    /// Asks for a yes or a no.
    public func confirm(_ question: LocalizedText) async throws -> Bool {
        let choices = [
            DialogueQuestion.Choice(value: "yes", label: LocalizedText("Yes", vi: "Có")),
            DialogueQuestion.Choice(value: "no", label: LocalizedText("No", vi: "Không")),
        ]
        return try choice(DialogueQuestion(kind: "confirm", text: question, choices: choices)) == "yes"
    }

    /// Does something once, and gives back at later runs what came of it: a look at state, a change of it, a look at the world.
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

    // What these come down to

    /// Ends this run: its question is asked, or something is wrong.
    struct Suspension: Error {}

    private func choice(_ question: DialogueQuestion) throws -> String {
        try answer(question) { answer in
            switch answer {
            case .pressed(let value) where question.choices.contains { $0.value == value }: return value
            case .said(let message):
                if let value = question.value(of: message.text) { return value }
                let words = question.choices.map(\.label)
                let (en, vi) = (words.map(\.en).joined(separator: ", "), words.map(\.vi).joined(separator: ", "))
                throw Self.misread(answer, .belongsHere(LocalizedText("one of \(en)", vi: "một trong: \(vi)")))
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
            // Only the last answer is new; the others could be read once.
            progress.withLock { progress in
                progress.misreading = error as? LocatedUsageError
                progress.isChanged = progress.misreading == nil || progress.place < progress.steps.count
                progress.asked = question
            }
            throw Suspension()
        }
    }

    /// The next step of the record; nil where there are no more.
    private func take(_ mark: String) throws -> DialogueRecord.Step? {
        try progress.withLock { progress in
            if progress.asked != nil || progress.isChanged { throw Suspension() }  // Somebody has caught the last one.
            guard progress.place < progress.steps.count else {
                guard progress.steps.count < Self.mostSteps else { throw DialogueError.tooLong(steps: Self.mostSteps) }
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

    private static func misread(_ answer: DialogueRecord.Step.Answer, _ wording: LocalizedText) -> any Error {
        guard case .said(let message) = answer else { return Suspension() }
        let text = CommandText(message)
        return LocatedUsageError(
            wording: wording, range: text.skippingSpace(from: 0)..<max(text.end, text.skippingSpace(from: 0)))
    }
}
