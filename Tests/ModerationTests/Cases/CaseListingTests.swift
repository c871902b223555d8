import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@testable import Moderation

struct CaseListingTests {
    private static let record = StoredCase(
        id: 40, number: 12, cause: 1, author: "rule:flood", version: "v1",
        draft: CaseDraft(
            kind: "mute", user: 1_900_000_202, clan: .test, channel: .general, message: 7,
            inverses: [.unmute(1_900_000_202, in: .general)]
        ), createdAt: Date(timeIntervalSince1970: 1_767_225_600))

    @Test(arguments: [
        (
            CaseNameResolver(people: [1_900_000_202: "An"], channels: [.general: .general], clans: [.test: "Lab"]),
            "Lab/12 mute · 2026-01-01 00:00:00 UTC · An (…202) in Lab/#general · rule:flood · in force",
            "Lab/12 mute (An (…202)): unmute in Lab/#general"
        ),
        (
            CaseNameResolver(people: [1_900_000_202: ""], channels: [:]),
            "301/12 mute · 2026-01-01 00:00:00 UTC · 1900000202 in 201 · rule:flood · in force",
            "301/12 mute (1900000202): unmute in 201"
        ),
    ])
    func `a case listing shows names next to known ids`(names: CaseNameResolver, line: String, plan: String) {
        let listing = CaseListing(names, in: .gmt)
        let incident = Incident(clan: .test, number: 12, measures: [Self.record])
        #expect(listing.line(incident) == line)
        #expect(listing.plan(Reversal([Self.record], known: [], at: Self.record.createdAt), enforced: []) == [plan])
        #expect(listing.detail(incident).contains("user: \(names.whole(1_900_000_202)) · entry #1"))
    }

    @Test func `a case listing uses the current names of users`() async throws {
        let caseStore = try await CaseTestStore(.make(text: "free nitro", by: .an))
        var edit = caseStore.message
        edit.author.clanNick = "An again"
        edit.content = Content("free nitro!")
        edit.code = .update
        edit.updatedAt += 1
        try await caseStore.testStore.store.journal.append([.make(edit, at: caseStore.testStore.time.now)])
        let cases = try await caseStore.open([caseStore.mute(of: Author.an.id), caseStore.mute(of: 999)])
        let names = try await caseStore.testStore.store.reader.names(in: cases)
        #expect(names.short(Author.an.id).hasPrefix("An again (…"))
        #expect(names.short(999) == "999")
        #expect(names.channelPath(.general) == "test/#general")
    }
}
