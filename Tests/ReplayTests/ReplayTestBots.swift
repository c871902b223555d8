import BotKit
import Foundation

/// Stores messages with their authors in every scope, including in a set, whose order varies.
struct Tally<Build: TallyRevision>: Bot {
    struct State: BotState {
        var count = 0
        var people: Set<String> = []
        var last: [UserID: String] = [:]
    }

    static var manifest: Manifest { Manifest("tally", "Counts.", needs: [.reply, .react]) }
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("tally", cooldown: .seconds(60), per: .channel) { context in
            let total = try await context.state(.channel).value.count
            return [.reply("\(total) so far, ticket \(context.id())")]
        }
        Command("tally more", arguments: ["times"]) { (context, times: Int) in
            var random = context.random
            let total = try await context.state(.clan).update { state in
                state.count += min(max(times, 0), 100)
                return state.count
            }
            return [.reply("\(total) \(Int.random(in: 0...9, using: &random))")]
        }
        Command("tally forget") { context in
            try await context.state(.channel).forget()
            return []
        }
    }

    func precheck(_ message: Message) -> Verdict { message.text.count.isMultiple(of: 2) ? .pass : .skip("odd") }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        let count = try await context.state(.channel).update { state in
            state.count += Build.step(for: message)
            state.people.insert(message.author.username)
            state.last[message.author.id] = message.text
            return state.count
        }
        return count.isMultiple(of: 5) ? [.reply("\(count)")] : []
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard case .reaction(let reaction) = event else { return [] }
        let seen = try await context.state(.user).value.people.count
        if seen < 3 { try await context.state(.user).update { $0.people.insert(reaction.emoji) } }
        return []
    }
}

protocol TallyRevision: Sendable {
    static func step(for message: Message) -> Int
}

enum TallyV1: TallyRevision {
    static func step(for message: Message) -> Int { 1 }
}

enum TallyV2: TallyRevision {
    static func step(for message: Message) -> Int { message.text == "hôm nay trời đẹp" ? 2 : 1 }
}

/// Reads members and history before it answers, and fails sometimes.
struct ReadingBot<Build: ReadingBotRevision>: Bot {
    static var manifest: Manifest { Manifest("nosy", "Looks around.", needs: [.reply]) }
    let options: NoOptions

    struct TestError: Error {}

    func precheck(_ message: Message) -> Verdict { message.text.count.isMultiple(of: 3) ? .pass : .skip("not a third") }

    func prepare(_ message: Message, _ context: Context) async throws -> (Member?, [Message]) {
        if message.id.rawValue.isMultiple(of: 7) { throw TestError() }
        async let member = context.member(message.author.id)
        return (try await member, message.text.count.isMultiple(of: 4) ? [] : try await context.history(limit: 5))
    }

    func handle(_ message: Message, _ prepared: (Member?, [Message]), _ context: Context) async throws -> [Action] {
        if message.text.hasPrefix("ok") { throw TestError() }
        if Build.looksTwice { _ = try await context.channel(message.channel) }
        let words = Build.says(prepared.1.map(\.text).joined(separator: ", "), about: message)
        return [.reply(Draft("\(prepared.0?.roles.count ?? -1) roles; before: \(words)"))]
    }
}

protocol ReadingBotRevision: Sendable {
    static var looksTwice: Bool { get }
    static func says(_ words: String, about message: Message) -> String
}

extension ReadingBotRevision {
    static var looksTwice: Bool { false }
    static func says(_ words: String, about message: Message) -> String { words }
}

enum ReadingBotV1: ReadingBotRevision {}

enum ReadingBotV2: ReadingBotRevision {
    static var looksTwice: Bool { true }
}

enum ReadingBotV3: ReadingBotRevision {
    static func says(_ words: String, about message: Message) -> String {
        isMeant(message) ? words + "!" : words
    }

    /// Returns true for one message of many.
    static func isMeant(_ message: Message) -> Bool { message.id.rawValue % 13 == 5 }
}

/// Starts a dialogue and takes the next message as the answer.
struct Asking: Bot {
    static let manifest = Manifest("asking", "Asks back.", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command.dialogue("asking") { dialogue in
            let first = try await dialogue.ask("What?")
            let second = try await dialogue.ask("How many?", as: String.self)
            let looked = try await dialogue.once { context in try await context.channel(context.channel)?.label ?? "" }
            return [.reply("\(first), \(second), \(looked)")]
        }
    }
}
