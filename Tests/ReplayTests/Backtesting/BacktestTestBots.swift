import BotKit
import Foundation
import Synchronization

/// The number of times that test bots were run for a message, live and in backtests.
enum BotRuns {
    private static let counts = Mutex<[MessageID: Int]>([:])

    static func note(_ message: Message) { counts.withLock { $0[message.id, default: 0] += 1 } }

    static func count(_ message: Message) -> Int { counts.withLock { $0[message.id] ?? 0 } }
}

/// Counts the messages of a clan that begin with a word, also as the command that a rule runs.
struct Counter: Bot {
    struct State: BotState { var count = 0 }

    static let manifest = Manifest("counter", "Counts.", needs: [.reply])
    let options: NoOptions

    func precheck(_ message: Message) -> Verdict {
        message.text.drop { $0 == "*" }.hasPrefix("count") ? .pass : .skip("it is not counted")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        BotRuns.note(message)
        if message.text.contains("fail") { throw CounterError() }
        if message.text.contains("forget") {
            try await context.state(.clan).forget()
            return []
        }
        let count = try await context.state(.clan).update { state in
            state.count += 1
            return state.count
        }
        return [.reply("\(count)")]
    }

    struct CounterError: Error, CustomStringConvertible { let description = "it cannot count that" }
}

/// Asks a web server, and counts.
struct WebReader: Bot {
    struct State: BotState { var asked = 0 }

    static let manifest = Manifest("web-reader", "Asks.", needs: [.reply])
    let options: NoOptions

    func precheck(_ message: Message) -> Verdict { message.text.hasPrefix("ask") ? .pass : .skip("it is no question") }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        BotRuns.note(message)
        let answer = message.text.contains("web") ? try? await context.http.get("https://example.org/").text : nil
        let asked = try await context.state(.clan).update { state in
            state.asked += 1
            return state.asked
        }
        return [.reply("\(answer ?? "no answer"), asked \(asked) times")]
    }
}

/// Says something later.
struct Delayer: Bot {
    static let manifest = Manifest("delayer", "Says it later.", needs: [.reply, .send, .schedule])
    let options: NoOptions

    func precheck(_ message: Message) -> Verdict { message.text.hasPrefix("later") ? .pass : .skip("it is for now") }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        BotRuns.note(message)
        _ = try await context.state(.global).value
        let job = ScheduledJob(
            "later-\(message.id)", due: context.now.addingTimeInterval(30), clan: context.clan, channel: context.channel)
        return [.schedule(job), .reply("later")]
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard case .system(.due) = event else { return [] }
        return [.send("now", to: context.channel)]
    }
}
