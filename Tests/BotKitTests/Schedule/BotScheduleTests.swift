import BotKit
import Foundation
import MezonTesting
import Testing

/// `*tea 5 oolong` says so five minutes later; `*teas` lists what is to come; `*no oolong` forgets it.
private struct TeaTimerBot: Bot {
    struct Note: Codable, Sendable {
        var kind: String
    }

    static let manifest = Manifest("tea", "Watches the tea.", needs: [.reply, .send, .appoint])
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
            [.reply("\(kind) again"), try context.schedule.again(kind, phrase.text, Note(kind: kind))]
        }
        Command("no", "Pours it away") { (context, kind: String) in
            [.reply("no \(kind)"), context.schedule.cancel(kind)]
        }
    }

    func notice(_ event: Event, _ context: Context) async throws -> [Action] {
        guard let occurrence = event.occurrence else { return [] }
        let note = try occurrence.note(as: Note.self)
        return [.send("\(note.kind) for \(context.user)\(occurrence.lateness > .zero ? ", late" : "")")]
    }
}

/// Hears everything that is no message.
private struct EventRecorder: Bot {
    static let manifest = Manifest("ear", "Listens.", needs: [.send])
    let options: NoOptions

    func precheck(_ message: Message) -> Verdict { .skip("only listens") }

    func notice(_ event: Event, _ context: Context) async throws -> [Action] { [.send("\(event.kind)")] }
}

struct BotScheduleTests {
    @Test func `an appointment is told of at its moment, and once`() async throws {
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

    @Test func `of two under one name the later counts, and one that is cancelled does not come`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        let an = clan.user("an")
        try await an.says("*tea 5 oolong")
        try await an.says("*tea 9 oolong")
        try await an.says("*tea 7 mate")
        #expect(try await an.says("*teas") == [.reply("mate, oolong")])
        #expect(try await an.says("*no mate") == [.reply("no mate"), .dismiss("mate")])
        #expect(try await clan.advance(by: .seconds(3600)) == [.send("oolong for \(an.id)")])
        #expect(try await an.says("*teas") == [.reply("")])
    }

    @Test(arguments: [TestClan.RestartLoss.nothing, .uncommitted])
    func `it comes once across restarts, and late where nobody was there`(loss: TestClan.RestartLoss) async throws {
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

    @Test func `what comes again comes at its times, across restarts`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        let an = clan.user("an")
        try await an.says("*every mate day at 09:00")
        let told = [Action.send("mate for \(an.id)")]
        // The clan is seven hours ahead of the clock in which it begins at midnight.
        #expect(try await clan.advance(by: .seconds(2 * 3600)) == told)
        #expect(try await clan.advance(by: .seconds(86_400 - 1)) == [])
        #expect(try await clan.advance(by: .seconds(1)) == told)
        try await clan.restart(losing: .uncommitted)
        #expect(try await clan.advance(by: .seconds(2 * 86_400)) == told + told)
    }

    @Test func `a phrase that is not understood fails, and its word is pointed at`() async throws {
        let clan = try await TestClan(TeaTimerBot.self)
        #expect(try await clan.user("an").says("*every mate day at 9:61") == [])
        #expect(clan.transcript.contains("^^^^"))
    }

    @Test func `no other bot is told of it`() async throws {
        let clan = try await TestClan(TeaTimerBot.self, EventRecorder.self)
        let an = clan.user("an")
        try await an.says("*tea 1 oolong")
        #expect(try await clan.advance(by: .seconds(60)) == [.send("oolong for \(an.id)")])
    }

    @Test func `a bot whose manifest does not name it may not appoint`() async throws {
        struct Sly: Bot {
            static let manifest = Manifest("sly", "Does not say so.", needs: [.reply])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                [try context.schedule.once("x", at: context.now)]
            }
        }
        let clan = try await TestClan(Sly.self)
        #expect(try await clan.user("an").says("hello") == [])
        #expect(clan.transcript.contains("it asked to appoint, which its manifest does not name"))
    }

    @Test func `a moment that is none is refused, and nothing is made of it`() async throws {
        struct Eternal: Bot {
            static let manifest = Manifest("eternal", "Never comes.", needs: [.reply, .appoint])
            let options: NoOptions
            func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
                [.reply("made"), try context.schedule.once("x", at: context.now + .infinity)]
            }
        }
        let clan = try await TestClan(Eternal.self)
        #expect(try await clan.user("an").says("hello") == [])
        #expect(clan.transcript.contains("its appoint holds a moment that is none: inf s"))
    }

    @Test(arguments: [("", 1), (String(repeating: "x", count: 201), 1), ("x", 20_000)])
    func `a name or a note beyond measure is refused`(name: String, length: Int) async throws {
        struct Long: Bot {
            static let manifest = Manifest("long", "Goes on.", needs: [.reply, .appoint])
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
        #expect(clan.transcript.contains("an appointment"))
    }
}
