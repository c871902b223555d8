import BotKit
import BotTesting
import Foundation
import Testing

/// `*tea 5 oolong` says so five minutes later; `*teas` lists the scheduled jobs; `*no oolong` cancels one.
private struct TeaTimerBot: Bot {
    struct Note: Codable, Sendable {
        var kind: String
    }

    static let manifest = Manifest("tea", "Watches the tea.", needs: [.reply, .send, .schedule])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("tea", "Puts the kettle on") { (context, minutes: Int, kind: String) in
            [
                .reply("\(kind) in \(minutes)"),
                try context.schedule.once(kind, at: context.now + Double(minutes) * 60, Note(kind: kind)),
            ]
        }
        Command("teas", "Lists the kettles") { context in
            [.reply(Draft(try await context.schedule.all().map(\.name).joined(separator: ", ")))]
        }
        Command("every", "Puts it on again and again") { (context, kind: String, phrase: RemainingText) in
            [.reply("\(kind) again"), try context.schedule.recurring(kind, phrase.text, Note(kind: kind))]
        }
        Command("no", "Pours it away") { (context, kind: String) in
            [.reply("no \(kind)"), context.schedule.cancel(kind)]
        }
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard let occurrence = event.occurrence else { return [] }
        let note = try occurrence.note(as: Note.self)
        return [.send("\(note.kind) for \(context.user)\(occurrence.lateness > .zero ? ", late" : "")")]
    }
}

/// Records all events other than messages.
private struct EventRecorder: Bot {
    static let manifest = Manifest("ear", "Listens.", needs: [.send])
    let options: NoOptions

    func precheck(_ message: Message) -> Verdict { .skip("only listens") }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] { [.send("\(event.kind)")] }
}

struct BotScheduleTests {
    @Test func `a scheduled job is delivered at its time, once`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        let an = clan.user("an")
        let start = clan.now
        let actions = try await an.says("*tea 5 oolong")
        #expect(actions.first == .reply("oolong in 5"))
        #expect(try await clan.advance(by: .seconds(299)) == [])
        #expect(try await clan.advance(by: .seconds(1)) == [.send("oolong for \(an.id)")])
        #expect(clan.now == start + 300)
        #expect(try await clan.advance(by: .seconds(86_400)) == [])
        #expect(try clan.messages().last?.text == "oolong for \(an.id)")
    }

    @Test func `a job replaces one of the same name, and a cancelled job does not occur`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        let an = clan.user("an")
        try await an.says("*tea 5 oolong")
        try await an.says("*tea 9 oolong")
        try await an.says("*tea 7 mate")
        #expect(try await an.says("*teas") == [.reply("mate, oolong")])
        #expect(try await an.says("*no mate") == [.reply("no mate"), .cancel("mate")])
        #expect(try await clan.advance(by: .seconds(3600)) == [.send("oolong for \(an.id)")])
        #expect(try await an.says("*teas") == [.reply("")])
    }

    @Test(arguments: [TestClan.RestartLoss.nothing, .uncommitted])
    func `a job occurs once across restarts, and late when the application was stopped`(loss: TestClan.RestartLoss) async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        let an = clan.user("an")
        try await an.says("*tea 5 oolong")
        try await clan.restart(losing: loss)
        await clan.fail(commit: 1)
        #expect(try await clan.advance(by: .seconds(300)) == [.send("oolong for \(an.id)")])
        try await clan.restart(losing: loss)
        #expect(try await clan.advance(by: .seconds(300)) == [])
        #expect(try clan.messages().filter { $0.text.hasPrefix("oolong for") }.count == 1)
    }

    @Test func `a recurring job occurs at its times across restarts`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        let an = clan.user("an")
        try await an.says("*every mate day at 09:00")
        let told = [Action.send("mate for \(an.id)")]
        // The clan's time zone is seven hours ahead of the clock, which starts at midnight.
        #expect(try await clan.advance(by: .seconds(2 * 3600)) == told)
        #expect(try await clan.advance(by: .seconds(86_400 - 1)) == [])
        #expect(try await clan.advance(by: .seconds(1)) == told)
        try await clan.restart(losing: .uncommitted)
        #expect(try await clan.advance(by: .seconds(2 * 86_400)) == told + told)
    }

    @Test func `an unreadable time phrase fails, and the error points at its word`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        #expect(try await clan.user("an").says("*every mate day at 9:61") == [])
        #expect(clan.transcript.contains("^^^^"))
    }

    @Test func `a job is delivered to no other bot`() async throws {
        let clan = try await TestClan(TeaTimerBot.self, EventRecorder.self)
        let an = clan.user("an")
        try await an.says("*tea 1 oolong")
        #expect(try await clan.advance(by: .seconds(60)) == [.send("oolong for \(an.id)")])
    }

    @Test func `scheduling requires the permission in the manifest`() async throws {
        struct Sly: Bot {
            static let manifest = Manifest("sly", "Does not say so.", needs: [.reply])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                [try context.schedule.once("x", at: context.now)]
            }
        }
        let clan = try await TestClan(Sly.self)
        #expect(try await clan.user("an").says("hello") == [])
        #expect(clan.transcript.contains("it requested schedule, which its manifest does not list"))
    }

    @Test func `an infinite date is rejected and schedules nothing`() async throws {
        struct Eternal: Bot {
            static let manifest = Manifest("eternal", "Never comes.", needs: [.reply, .schedule])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                [.reply("made"), try context.schedule.once("x", at: context.now + .infinity)]
            }
        }
        let clan = try await TestClan(Eternal.self)
        #expect(try await clan.user("an").says("hello") == [])
        #expect(clan.transcript.contains("its appoint contains an invalid date: inf s"))
    }

    @Test(arguments: [("", 1), (String(repeating: "x", count: 201), 1), ("x", 20_000)])
    func `an empty or overlong job name and an oversized payload are rejected`(name: String, length: Int) async throws {
        struct Long: Bot {
            static let manifest = Manifest("long", "Goes on.", needs: [.reply, .schedule])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                let parts = message.text.split(separator: "|", omittingEmptySubsequences: false)
                return [
                    try context.schedule.once(
                        String(parts[0]), at: context.now, String(repeating: "n", count: Int(parts[1]) ?? 0))
                ]
            }
        }
        let clan = try await TestClan(Long.self)
        #expect(try await clan.user("an").says("\(name)|\(length)") == [])
        #expect(clan.transcript.contains("scheduled job"))
    }
}
