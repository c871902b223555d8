import BotKit
import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import Moderation

struct ModerationCommandHandlerTests {
    private static func handler(_ caseStore: CaseTestStore) throws -> ModerationCommandHandler {
        let reader = try caseStore.testStore.store.reader
        return ModerationCommandHandler(
            reader: reader, explainer: Explainer(reader: reader, lookup: .unknown, zone: .gmt),
            settings: try caseStore.settings())
    }

    @Test(arguments: [
        ("*undo 1", Author.an, false, Verdict.pass), ("*undo 1", .binh, false, .skip("102 is not a moderator of clan 301")),
        ("*undo 1", .an, true, .skip("the command was sent while the bot was offline")), ("undo 1", .binh, true, .pass),
        ("*undone", .binh, false, .pass),
    ])
    func `only live commands of moderators are run`(text: String, author: Author, isLate: Bool, verdict: Verdict) async throws {
        let context = EventContext(now: .distantPast, me: Author.me.id, isLate: isLate)
        #expect(try Self.handler(try await CaseTestStore()).precheck(.make(text: text, by: author), context) == verdict)
    }

    @Test(arguments: [
        ("*why", "Send *why as a reply to the message."), ("*case", "Give a case number: *case 12"),
        ("*cases", "Mention a user: *cases @user"), ("*case 7", "There is no case #7."),
        ("*cases 102", "There is no case about 102."),
    ])
    func `an incomplete moderation command is answered with its usage`(text: String, answer: String) async throws {
        let caseStore = try await CaseTestStore()
        let asked = Event.message(.make(text: text, by: .an))
        #expect(
            try await caseStore.results(of: Self.handler(caseStore), about: asked).flatMap(\.actions) == [
                .ephemeral(Draft(answer), to: Author.an.id)
            ])
    }

    @Test func `why shows each trace step of the replied message`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open(
            [], trace: [.init("rule:scam", "delete", "text.contains found 'free nitro'"), .init("rule:x", "miss", "in: no")])
        let reference = Reference(message: caseStore.message.id, sender: 101)
        let asked = Event.message(.make(text: "*why", by: .an, references: [reference]))
        let actions = try await caseStore.results(of: Self.handler(caseStore), about: asked).flatMap(\.actions)
        guard case .ephemeral(let draft, to: Author.an.id)? = actions.first else {
            Issue.record("no whisper: \(actions)")
            return
        }
        #expect(draft.content.text.hasPrefix("#1 message"))
        #expect(draft.content.text.contains("• rule:scam: delete — text.contains found 'free nitro'\n• rule:x: no — in: no"))
    }

    @Test func `a case is shown with the names of its user and channel`() async throws {
        let caseStore = try await CaseTestStore(.make(text: "free nitro", by: .an))
        try await caseStore.open([caseStore.mute(of: Author.an.id)])
        let asked = Event.message(.make(text: "*case 1", by: .an))
        let actions = try await caseStore.results(of: Self.handler(caseStore), about: asked).flatMap(\.actions)
        guard case .ephemeral(let draft, to: Author.an.id)? = actions.first else {
            Issue.record("no whisper: \(actions)")
            return
        }
        #expect(draft.content.text.contains("user: \(Author.an.name) (101)"))
        #expect(draft.content.text.contains("unmute in test/#general"))
    }

    @Test func `an undo command yields a system event`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        let asked = Event.message(.make(text: "*undo #1", by: .an))
        let answer = try #require(try await caseStore.results(of: Self.handler(caseStore), about: asked).first)
        let undo = SystemEvent.Undo(
            cases: [1], by: "an", moderator: Author.an.id, clan: .test, channel: .general,
            inverses: [.unmute(102, in: .general)],
            measures: [MeasureReference(caseStore.mute(), by: "rule:scam", causedBy: 1)], at: try #require(asked.time))
        #expect(answer.events == [.undo(undo)])
        #expect(answer.actions == [])
    }

    @Test func `an edited moderation command is ignored`() async throws {
        let caseStore = try await CaseTestStore()
        try await caseStore.open([caseStore.mute()])
        #expect(try await caseStore.results(of: Self.handler(caseStore), about: .edit(.make(text: "*undo 1", by: .an))) == [])
    }
}
