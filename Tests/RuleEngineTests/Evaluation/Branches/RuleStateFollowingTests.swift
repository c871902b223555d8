import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct RuleStateFollowingTests {
    private static let now = Date(timeIntervalSince1970: 1_767_787_200)
    private static let key = StateKey(.counter, "strikes", "u5.g1")
    private static let other = StateKey(.counter, "strikes", "u6.g1")

    private static func add(_ amount: Int, until end: Date? = nil) -> RuleState.Change {
        .add(amount, decay: nil, at: now, until: end)
    }

    private static func count(_ key: StateKey, in state: RuleState) -> Int? {
        state.entry(key, in: .real, at: now)?.count
    }

    /// A leading state and one that follows it, at the same time.
    private static func states() -> (leading: RuleState, following: RuleState) {
        let leading = RuleState()
        leading.beginStep()
        let following = RuleState(following: leading)
        for state in [leading, following] { state.advance(to: now) }
        return (leading, following)
    }

    @Test func `a decision that is taken over changes both states`() {
        let (leading, following) = Self.states()
        leading.change(Self.key, Self.add(2), in: .real, at: Self.now)
        #expect(!following.isConcerned)
        following.adopt()
        leading.beginStep()
        #expect(Self.count(Self.key, in: following) == 2)
    }

    @Test func `a state that decides for itself reads what was before the leading decision`() {
        let (leading, following) = Self.states()
        leading.change(Self.key, Self.add(2), in: .real, at: Self.now)
        #expect(Self.count(Self.key, in: following) == nil)
        following.change(Self.key, Self.add(5), in: .real, at: Self.now)
        following.keepDifferences(following.takeWritten())
        leading.beginStep()
        #expect(Self.count(Self.key, in: leading) == 2)
        #expect(Self.count(Self.key, in: following) == 5)
        // Whoever uses the entry now may decide otherwise.
        leading.change(Self.key, Self.add(1), in: .real, at: Self.now)
        #expect(following.isConcerned)
        leading.beginStep()
        leading.change(Self.other, Self.add(1), in: .real, at: Self.now)
        #expect(!following.isConcerned)
    }

    @Test func `entries that have become equal again are shared again`() {
        let (leading, following) = Self.states()
        leading.change(Self.key, Self.add(2), in: .real, at: Self.now)
        following.keepDifferences()
        leading.beginStep()
        #expect(Self.count(Self.key, in: following) == nil)
        for state in [leading, following] { state.change(Self.key, .forget, in: .real, at: Self.now) }
        following.keepDifferences(following.takeWritten())
        leading.beginStep()
        leading.change(Self.key, Self.add(1), in: .real, at: Self.now)
        #expect(!following.isConcerned)
    }

    @Test func `an entry that has expired in one state only concerns the other`() {
        let (leading, following) = Self.states()
        leading.change(Self.key, Self.add(1, until: Self.now + 60), in: .real, at: Self.now)
        following.adopt()
        // A later event of the leading state alone lets entries expire there.
        leading.beginStep()
        let later = Self.now + 3 * 86_400
        leading.advance(to: later)
        leading.change(Self.other, Self.add(1, until: later + 60), in: .real, at: later)
        following.keepDifferences()
        leading.beginStep()
        following.advance(to: later)
        #expect(following.horizon < leading.horizon)
        _ = leading.expiredEntry(Self.key)
        #expect(following.isConcerned)
    }

    @Test func `windows that count apart concern only decisions that read a difference`() {
        let (leading, following) = Self.states()
        let spec = WindowSpec(of: .message, within: 60, per: .user)
        func note(_ user: UserID, in state: RuleState) {
            let occurrence = SlidingWindows.Occurrence(at: Self.now, amount: 1, message: 1, channel: 11, user: user)
            state.windows.advance(to: Self.now)
            state.windows.note(occurrence, of: WindowSubject(.user, user: user, channel: 11, clan: 1), for: spec)
        }
        func isConcerned(by user: UserID) -> Bool {
            leading.beginStep()
            _ = leading.occurrences(of: WindowSubject(.user, user: user, channel: 11, clan: 1), for: spec, until: Self.now)
            return following.isConcerned
        }
        note(5, in: leading)
        #expect(!isConcerned(by: 5))
        following.countApart()
        note(6, in: leading)
        #expect(!isConcerned(by: 5))
        #expect(isConcerned(by: 6))
        note(6, in: following)
        #expect(!isConcerned(by: 6))
    }
}
