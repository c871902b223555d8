import BotKit
import BotTesting
import Foundation
import Testing

/// Recipes of Documentation/Cookbook.md about time, state and settings.
@Suite(.timeLimit(.minutes(5)))
struct StateRecipes {
    struct Morning: Bot {
        static let manifest = Manifest("morning", "Says good morning.", needs: [.reply, .send, .schedule])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("morning", "Say good morning here on weekdays", follows: false) { context in
                let job = try context.schedule.recurring("morning-\(context.channel)", "weekday at 09:00")
                return [job, .reply("I will.")]
            }
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            event.occurrence == nil ? [] : [.send("Good morning!")]
        }
    }

    @Test func `a scheduled message comes once a day`() async throws {
        let clan = try await TestClan(Morning.self)  // Thursday, 07:00 in Vietnam.
        try await clan.user("an").says("*morning")
        try await clan.advance(by: .seconds(2 * 86_400))
        #expect(try clan.messages().filter { $0.text == "Good morning!" }.count == 2)
    }

    struct Egg: Bot {
        static let manifest = Manifest("egg", "Reminds people.", needs: [.reply, .send, .schedule])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("in", "Remind me", follows: false) { (context, time: Duration, what: RemainingText) in
                let due = context.now + time / .seconds(1)
                return [try context.schedule.once(context.id(), at: due, what.text), .reply("I will remind you.")]
            }
        }

        func onEvent(_ event: Event, _ context: Context) throws -> [Action] {
            guard let what = try event.occurrence?.note(as: String.self) else { return [] }
            let reminder = Text {
                Mention(context.user)
                " \(what)"
            }
            return [.send(reminder.draft)]
        }
    }

    @Test func `a reminder comes at its time, also after a restart`() async throws {
        let clan = try await TestClan(Egg.self)
        let an = clan.user("an")
        try await an.says("*in 10m the eggs")
        try await clan.restart(losing: .uncommitted)
        try await clan.advance(by: .seconds(599))
        #expect(try clan.messages().count == 2)
        try await clan.advance(by: .seconds(1))
        #expect(try clan.messages().last?.text == "@\(an.id) the eggs")
    }

    struct Cups: Bot {
        struct State: BotState {
            var cups: [UserID: Int] = [:]
            var names: [UserID: String] = [:]
        }

        static let manifest = Manifest("cups", "Counts cups of coffee.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("cup", "Count a cup", follows: false) { context in
                let name = (context.message?.author.name ?? "").prefix(bytes: 40)
                let count = try await context.state(.clan).update { state in
                    guard state.cups[context.user] != nil || state.cups.count < 1000 else { return 0 }
                    state.names[context.user] = name
                    state.cups[context.user, default: 0] += 1
                    return state.cups[context.user, default: 0]
                }
                return [.reply("Cup number \(count).")]
            }
            Command("cups", "Show who drinks most") { context in
                let state = try await context.state(.clan).value
                let best = state.cups.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.prefix(10)
                let lines = best.map { "\(state.names[$0.key] ?? "?"): \($0.value)" }
                return [.reply(Text { lines.joined(separator: "\n") }.draft)]
            }
        }
    }

    @Test func `cups are counted and ranked`() async throws {
        let clan = try await TestClan(Cups.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(try await an.says("*cup") == [.reply("Cup number 1.")])
        try await binh.says("*cup")
        #expect(try await binh.says("*cup") == [.reply("Cup number 2.")])
        try await an.says("*cups")
        #expect(try clan.messages().last?.text == "binh: 2\nan: 1")
    }

    struct Motto: Bot {
        struct Settings: BotSettings {
            var motto = "Keep going"

            static var settings: [Setting<Self>] {
                Setting("motto", \.motto, "The motto of the clan", vi: "Khẩu hiệu", length: 1...80)
            }
        }

        static let manifest = Manifest("motto", "Shows the motto.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("motto", "Show the motto") { context in
                let motto = try await context.settings.motto
                return [.reply(Text { motto }.draft)]
            }
        }
    }

    @Test func `without a change a setting has its default`() async throws {
        let clan = try await TestClan(Motto.self)
        try await clan.user("an").says("*motto")
        #expect(try clan.messages().last?.text == "Keep going")
    }

    struct Polite: Bot {
        static let manifest = Manifest("polite", "Says thank you.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("polite", "Say thank you", vi: "Nói cảm ơn") { context in [.reply(context.say("Thank you.", vi: "Cảm ơn."))] }
        }
    }

    @Test func `the language is that of the user`() async throws {
        let clan = try await TestClan(Polite.self)
        try await clan.user("an").says("*language vi")
        #expect(try await clan.user("an").says("*polite") == [.reply("Cảm ơn.")])
        #expect(try await clan.user("binh").says("*polite") == [.reply("Thank you.")])
    }

    struct Score: BotState {
        var points: [String: Int] = [:]

        /// Earlier builds stored `{"total":3}`.
        static func migrate(_ old: JSONValue) throws -> Score {
            guard let total = old.object?["total"]?.integer else { throw CancellationError() }
            return Score(points: ["all": Int(clamping: total)])
        }
    }

    @Test func `stored state of an earlier build is converted`() throws {
        #expect(try Score.migrate(["total": 3]).points == ["all": 3])
        #expect(throws: (any Error).self) { try Score.migrate(["other": 3]) }
    }

    struct Draw: Bot {
        static let manifest = Manifest("draw", "Draws a card.", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("draw", "Draw a card", follows: false) { context in
                var random = context.random
                let suit = ["♠", "♥", "♦", "♣"].randomElement(using: &random) ?? "♠"
                return [.reply("\(suit)\(Int.random(in: 2...10, using: &random))")]
            }
        }
    }

    @Test func `a draw is the same when its message is processed again`() async throws {
        let first = try await TestClan(Draw.self).user("an").says("*draw")
        let clan = try await TestClan(Draw.self)
        await clan.fail(commit: 1)
        #expect(try await clan.user("an").says("*draw") == first)
    }
}
