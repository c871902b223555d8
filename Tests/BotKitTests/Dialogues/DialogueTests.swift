import BotKit
import BotTesting
import Foundation
import Testing

@testable import BotKit

@Suite(.timeLimit(.minutes(15)))
struct DialogueTests {
    private static let questions = ["How many people to Huế?", "Which class?", "A note?", "2, soft, by the window: right?"]

    enum Between: CaseIterable { case nothing, restart, kill, killBeforeCommit }

    @Test(arguments: Between.allCases)
    func `a dialogue continues after a restart or crash between two steps`(between: Between) async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        func happens() async throws {
            switch between {
            case .nothing: break
            case .restart: try await clan.restart()
            case .kill: try await clan.restart(losing: .uncommitted)
            case .killBeforeCommit: await clan.fail(commit: 1)
            }
        }
        try await happens()
        #expect(try await an.says("*trip Huế") == [.reply("How many people to Huế?")])
        try await happens()
        #expect(try await texts(an.says("2")) == ["Which class?"])
        try await happens()
        #expect(try await texts(an.presses("soft seats")) == ["Which class?\n→ soft seats", "A note?"])
        try await happens()
        #expect(try await texts(an.says("by the window")) == ["2, soft, by the window: right?"])
        try await happens()
        let last = try await an.presses("Yes")
        #expect(last.last == .reply("Huế 2 soft by the window, seat 2"))
        try await happens()
        #expect(try await an.says("thanks") == [])
        #expect(try await an.says("*seats") == [.reply("2")])
    }

    @Test(arguments: ["An", "*cancel"])
    func `the last answer is processed when the application crashes before the commit`(words: String) async throws {
        let clan = try await TestClan(Trip.self)
        try await clan.user("an").says("*name")
        await clan.fail(commit: 1)
        try await clan.user("an").says(words)
        #expect(try clan.messages().map(\.text).last == (words == "An" ? "hello An" : "*name was cancelled."))
        #expect(try await clan.user("an").says("again") == [])
    }

    @Test func `typed answers work like buttons`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        for (said, asked) in [
            ("*trip Huế", "How many people to Huế?"), ("3", "Which class?"), ("SOFT", "A note?"), ("-", "3, soft, -: right?"),
            ("có", "Huế 3 soft -, seat 3"),
        ] { #expect(try await texts(an.says(said)) == [asked]) }
        for said in ["*trip Huế", "3", "1", "-"] { try await an.says(said) }
        #expect(try await an.says("không") == [])
        #expect(try await an.says("hm") == [])
    }

    @Test func `an unreadable answer is pointed at and asked for again, three times`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        try await an.says("*trip Huế")
        #expect(
            try await texts(an.says("two of us"))
                == ["two of us\n^^^ expected a whole number\nHow many people to Huế?"])
        #expect(try await texts(an.says("12")) == ["12\n^^ expected 1 to 9\nHow many people to Huế?"])
        #expect(
            try await texts(an.says("x"))
                == ["I could not read your answers, so *trip was cancelled. You can start again."])
        #expect(try await an.says("2") == [])
    }

    @Test func `errors before a good answer are forgotten`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        for said in ["*trip Huế", "x", "x", "2"] { try await an.says(said) }
        #expect(
            try await texts(an.says("third"))
                == ["third\n^^^^^ expected one of hard seats, soft seats\nWhich class?"])
        #expect(try await texts(an.says("2")) == ["A note?"])
        #expect(try await texts(an.says("bad")) == ["bad\n^^^ not such a note\nA note?"])
        #expect(try await texts(an.says("good")) == ["2, soft, good: right?"])
        #expect(try await an.says("*seats") == [.reply("2")])
    }

    @Test(arguments: ["*cancel", "cancel", "*huỷ", "hủy", "*THÔI", " *stop "])
    func `a cancel word ends a dialogue`(word: String) async throws {
        let clan = try await TestClan(Trip.self)
        try await clan.user("an").says("*name")
        #expect(try await clan.user("an").says(word) == [.reply("*name was cancelled.")])
        #expect(try await clan.user("an").says("An") == [])
    }

    @Test(arguments: ["Huy", "thôi", "stop", "cancel it", "  "])
    func `a word other than a cancel word is an answer`(word: String) async throws {
        let clan = try await TestClan(Trip.self)
        try await clan.user("an").says("*name")
        let actions = try await clan.user("an").says(word)
        if word == "  " {
            #expect(try texts(actions).first?.hasSuffix("What is your name?") == true)
        } else {
            #expect(actions == [.reply("hello \(word)")])
        }
    }

    @Test func `a command during a dialogue is not an answer`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        try await an.says("*name")
        #expect(try await an.says("*seats") == [.reply("0")])
        #expect(try await an.says("*unknown") == [])
        #expect(try await an.says("An") == [.reply("hello An")])
    }

    @Test func `a second dialogue of a user ends the first`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        try await an.says("*trip Huế")
        #expect(try await texts(an.says("*name")) == ["(The earlier *trip was cancelled.)", "What is your name?"])
        #expect(try await an.says("2") == [.reply("hello 2")])
        #expect(try await an.says("2") == [])
    }

    @Test func `a question expires after its time limit by event time`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        try await an.says("*name")
        try await clan.advance(by: .seconds(60))
        #expect(try await an.says("An") == [.reply("hello An")])
        try await an.says("*name")
        try await clan.advance(by: .seconds(61))
        #expect(
            try await texts(an.says("An")) == ["The time to answer has expired, so *name was cancelled. You can start again."])
        #expect(try await an.says("An") == [])
    }

    @Test func `a question that expired long ago ends without a message`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        try await an.says("*name")
        try await clan.advance(by: .seconds(121))
        #expect(try await an.says("good morning") == [])
        #expect(clan.transcript.contains("name ends: the answer came too late"))
        #expect(try await an.says("*name") == [.reply("What is your name?")])
        #expect(try await an.says("An") == [.reply("hello An")])
    }

    @Test func `dialogues are separate per user and channel`() async throws {
        let clan = try await TestClan(Trip.self)
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        try await an.says("*trip Huế")
        try await binh.says("*trip Vinh")
        try await an.says("*name", in: "random")
        #expect(try await texts(binh.says("4")) == ["Which class?"])
        #expect(try await an.says("An", in: "random") == [.reply("hello An")])
        #expect(try await texts(an.says("2")) == ["Which class?"])
        // The newest question is An's; Binh's is the one before.
        let asked = try clan.messages().filter { $0.text == "Which class?" }
        let stranger = "This question is for another user, or has already been answered."
        #expect(try await binh.presses("soft seats", of: asked[1]) == [.ephemeral(Draft(stranger), to: binh.id)])
        #expect(try await texts(binh.presses("hard seats", of: asked[0])) == ["Which class?\n→ hard seats", "A note?"])
        #expect(try await texts(an.presses("soft seats", of: asked[1])) == ["Which class?\n→ soft seats", "A note?"])
    }

    @Test func `a button of an answered question says so`() async throws {
        let clan = try await TestClan(Trip.self)
        let an = clan.user("an")
        for said in ["*trip Huế", "2"] { try await an.says(said) }
        let question = try #require(try clan.messages().last)
        try await an.says("soft")
        let actions = try await an.presses("hard seats", of: question)
        #expect(actions == [.ephemeral("This question is for another user, or has already been answered.", to: an.id)])
        #expect(try await texts(an.says("by the window")) == ["2, soft, by the window: right?"])
    }

    @Test func `when two bots wait, the one that asked last gets the answer, and the other the next`() async throws {
        let clan = try await TestClan(DialogueLog.self, Trip.self)
        let an = clan.user("an")
        try await an.says("*name")
        try await an.says("*diary")
        try await clan.restart()
        #expect(try await an.says("rain") == [.reply("noted: rain")])
        #expect(try await an.says("An") == [.reply("hello An")])
    }

    @Test func `messages of other users are not answers`() async throws {
        let clan = try await TestClan(Trip.self)
        try await clan.user("an").says("*name")
        #expect(try await clan.user("binh").says("An") == [])
        #expect(clan.transcript.contains("none of its commands"))
    }

    private func texts(_ actions: [Action]) throws -> [String] {
        actions.compactMap { action in
            switch action {
            case .reply(let draft), .edit(_, let draft), .ephemeral(let draft, _): draft.content.text
            default: nil
            }
        }
    }
}
