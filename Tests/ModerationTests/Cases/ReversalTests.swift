import BotConfiguration
import ChatModel
import Foundation
import Storage
import Testing

@testable import Moderation

struct ReversalTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private static let unmute = MemberAction.unmute(101, in: 201)

    private static func mute(_ id: Int64, until: Date?, status: StoredCase.Status = .open) -> StoredCase {
        .make(id, "mute", inverses: [unmute], until: until, status: status)
    }

    @Test func `identical mutes are undone by a single inverse`() {
        let cases = [Self.mute(1, until: nil), Self.mute(2, until: Self.now + 60)]
        let reversal = Reversal(cases, known: cases, at: Self.now)
        #expect(reversal.actions == [Self.unmute])
        #expect(reversal.ending == [1, 2])
    }

    @Test func `an action that another case still requires stays and is renewed`() {
        let ending = Self.mute(1, until: Self.now)
        let other = Self.mute(2, until: Self.now + 3600)
        let reversal = Reversal([ending], known: [ending, other], at: Self.now)
        #expect(reversal.items.map(\.outcome) == [.heldBy([2], again: [.mute(101, in: 201, until: Self.now + 3600, reason: "")])])
        #expect(reversal.ending == [1])
    }

    @Test(arguments: [
        ReversalTests.mute(2, until: ReversalTests.now - 1),
        ReversalTests.mute(2, until: nil, status: .ended(ReversalTests.now)),
        .make(2, "mute", inverses: [.unmute(101, in: 999)]),
        .make(2, "mute", inverses: [.unmute(101, in: 201)], actionResults: [.init(status: .failed, reason: "permission denied")]),
    ])
    func `a case that ended, concerns another channel or was refused blocks no reversal`(other: StoredCase) {
        let ending = Self.mute(1, until: nil)
        #expect(Reversal([ending], known: [ending, other], at: Self.now).actions == [Self.unmute])
    }

    @Test(arguments: [
        (StoredCase.make(1, "delete"), Reversal.Item.Outcome.irreversible, []),
        (.make(1, "kick"), .irreversible, []),
        (.make(1, "warn"), .onlyNoted, [1]),
        (.make(1, "mute", inverses: [.unmute(1, in: 2)], status: .undone(.distantPast, by: "an")), .alreadyOver, []),
        (
            .make(1, "mute", inverses: [.unmute(1, in: 2)], actionResults: [.init(status: .failed, reason: "denied")]),
            .wasRefused("denied"), [1]
        ),
    ])
    func `an action that cannot or need not be undone is reported`(
        record: StoredCase, outcome: Reversal.Item.Outcome, ending: [Int64]
    ) {
        let reversal = Reversal([record], known: [record], at: Self.now)
        #expect(reversal.items.map(\.outcome) == [outcome])
        #expect(reversal.actions == [])
        #expect(reversal.ending == ending)
        #expect(reversal.strikes == [])
    }

    private static let strike = Strike(entry: 1, counter: "strikes", subject: "u101", by: 2, count: 2, at: now)

    @Test(arguments: [
        (StoredCase.make(1, "warn", strike: strike), Reversal.Item.Outcome.onlyNoted),
        (.make(1, "kick", strike: strike), .irreversible),
        (.make(1, "mute", inverses: [unmute], status: .ended(now), strike: strike), .overButCounted),
        (
            .make(1, "mute", inverses: [unmute], strike: strike, actionResults: [.init(status: .failed, reason: "no")]),
            .wasRefused("no")
        ),
    ])
    func `a case's strike is refunded even when nothing else can be undone`(
        record: StoredCase, outcome: Reversal.Item.Outcome
    ) {
        let reversal = Reversal([record], known: [record], at: Self.now)
        #expect(reversal.items == [.init(record: record, outcome: outcome, strike: Self.strike, isUndone: true)])
        #expect(reversal.actions == [])
        let change = CaseChange(1, record.isOpen ? .undone(by: "an") : .pardoned(by: "an"))
        #expect(reversal.changes(by: "an") == [change])
        #expect(ModerationMessages(.en, in: .gmt).plan(reversal)[0].hasSuffix("; 'strikes' is reduced by 2"))
    }

    @Test func `a strike shared by several cases is refunded once`() {
        let (warn, mute) = (StoredCase.make(1, "warn", strike: Self.strike), StoredCase.make(2, "mute", strike: Self.strike))
        #expect(Reversal([warn, mute], known: [warn, mute], at: Self.now).strikes == [Self.strike])
        let undone = StoredCase.make(1, "warn", status: .undone(Self.now, by: "an"), strike: Self.strike)
        #expect(Reversal([mute], known: [undone, mute], at: Self.now).strikes == [])
        #expect(Reversal([undone], known: [undone, mute], at: Self.now).ending == [])
    }
}

extension StoredCase {
    /// Returns a case with the given properties and defaults for the rest.
    static func make(
        _ id: Int64, _ kind: String, user: UserID = 101, inverses: [MemberAction] = [], until: Date? = nil,
        status: Status = .open, strike: Strike? = nil, actionResults: [ActionResult] = []
    ) -> StoredCase {
        StoredCase(
            id: id, number: id, cause: 1, author: "rule:test", version: "v1",
            draft: CaseDraft(
                kind: kind, user: user, clan: 301, channel: 201, message: 1, until: until, inverses: inverses,
                strike: strike),
            createdAt: Date(timeIntervalSince1970: 1_767_225_600), status: status, actionResults: actionResults)
    }
}
