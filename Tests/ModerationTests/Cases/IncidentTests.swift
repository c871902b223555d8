import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@testable import Moderation

struct IncidentTests {
    private static func incident(_ caseStore: CaseTestStore) async throws -> Incident {
        let drafts = [
            CaseDraft(
                kind: "delete", user: 102, clan: .test, channel: .general, message: caseStore.message.id, reason: "flood",
                evidence: [
                    Evidence(
                        message: caseStore.message.id, channel: .general, author: 102, text: "free nitro", attachments: [],
                        at: caseStore.message.createdAt)
                ]),
            CaseDraft(kind: "warn", user: 102, clan: .test, channel: .general, message: caseStore.message.id, reason: "flood"),
            caseStore.mute(),
        ]
        try await caseStore.open(drafts)
        return try #require(try await caseStore.testStore.store.reader.incident(1, of: .test))
    }

    @Test func `a delete, a warning and a mute of one rule are one case`() async throws {
        let caseStore = try await CaseTestStore()
        let incident = try await Self.incident(caseStore)
        #expect(incident.measures.map(\.draft.kind) == ["delete", "warn", "mute"])
        let phrases = ModerationMessages(.en, in: .gmt).naming(
            try await caseStore.testStore.store.reader.names(in: incident.measures))
        let line = phrases.line(incident)
        #expect(line.hasPrefix("#1 delete, warn, mute · "))
        #expect(
            line.hasSuffix("an (102) in test/#general · rule:scam · flood · in force")
                || line.hasSuffix("102 in test/#general · rule:scam · flood · in force"))
        #expect(phrases.detail(incident).split(separator: "\n").count { $0.hasPrefix("evidence ") } == 1)
    }

    @Test func `a case is undone as a whole`() async throws {
        let caseStore = try await CaseTestStore()
        let incident = try await Self.incident(caseStore)
        let caseService = CaseService(reader: try caseStore.testStore.store.reader, settings: try caseStore.settings())
        let reversal = Reversal(incident.measures, known: incident.measures, at: caseStore.testStore.time.now)
        #expect(reversal.ending == [1, 2, 3])
        let undo = SystemEvent.Undo(
            cases: reversal.ending, by: "an", clan: .test, channel: .general, inverses: reversal.actions,
            at: caseStore.testStore.time.now)
        let answer = try #require(try await caseStore.results(of: caseService, about: .system(.undo(undo))).first)
        #expect(answer.actions.first == .member(.unmute(102, in: .general)))
        #expect(answer.caseChanges == [1, 2, 3].map { CaseChange($0, .undone(by: "an")) })
        #expect(answer.reason == "an undid #1")
    }

    @Test func `a deletion alone cannot be undone`() {
        let delete = StoredCase.make(1, "delete")
        #expect(Reversal([delete], known: [], at: .distantPast).ending == [])
    }

    @Test func `a mute lists the channels in which it failed and is lifted in the others`() throws {
        var mute = StoredCase.make(
            1, "mute", inverses: [.unmute(101, in: 201), .unmute(101, in: 202)],
            actionResults: [
                .init(status: .sent, channel: 201), .init(status: .failed, reason: "permission denied", channel: 202),
            ])
        mute.draft.ordinals = [0, 1]
        let incident = Incident(clan: 301, number: 1, measures: [mute])
        let names = CaseNameResolver(channels: [202: Channel(id: 202, clan: 301, label: "staff")], clans: [301: "Lab"])
        let phrases = ModerationMessages(.en, in: .gmt, names: names)
        #expect(phrases.status(incident) == "in force in 1 of 2, but not in Lab/#staff: permission denied")
        #expect(Reversal([mute], known: [], at: .distantPast).actions == [.unmute(101, in: 201)])
    }

    @Test func `a failed action is named next to the successful ones`() {
        let mute = StoredCase.make(
            1, "mute", inverses: [.unmute(101, in: 201)], actionResults: [.init(status: .sent, channel: 201)])
        let delete = StoredCase.make(2, "delete", actionResults: [.init(status: .failed, reason: "no", channel: 201)])
        let incident = Incident(clan: 301, number: 1, measures: [delete, mute])
        #expect(ModerationMessages(.en, in: .gmt).status(incident) == "in force; delete could not be carried out: no")
    }

    @Test(
        arguments: [
            ("12", nil, 12), ("#12", nil, 12), ("lab/12", "lab", 12), ("My/Clan/#3", "My/Clan", 3), ("direct/1", "direct", 1),
        ] as [(String, String?, Int64)])
    func `a case is referred to by its number, with or without its clan`(text: String, clan: String?, number: Int64) throws {
        let reference = try #require(CaseReference(text))
        #expect((reference.clan, reference.number) == (clan, number))
    }

    @Test(arguments: ["", "lab", "lab/", "/3", "0", "-1", "lab/x"])
    func `an invalid case reference is rejected`(text: String) { #expect(CaseReference(text) == nil) }
}
