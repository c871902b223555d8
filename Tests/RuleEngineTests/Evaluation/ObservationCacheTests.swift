import ChatModel
import Testing

@testable import RuleEngine

struct ObservationCacheTests {
    /// Counts the observations that are stored.
    private struct Writer {
        var cache: ObservationCache
        var written: Int64 = 0

        init(capacity: Int) { cache = ObservationCache(capacity: capacity) }

        mutating func observe(_ observation: DirectoryObservation) -> Int64 {
            var last = written
            defer { written = last }
            return cache.id(of: observation) { _ in
                last += 1
                return last
            }
        }
    }

    private func member(_ user: Int64, roles: [RoleID] = []) -> DirectoryObservation {
        .member(UserID(user), of: 1, Member(clan: 1, user: UserID(user), roles: roles))
    }

    @Test func `an observation is stored again only after it has changed`() {
        var writer = Writer(capacity: 10)
        let plain = (1...3).map { _ in writer.observe(member(5)) }
        let changed = (1...2).map { _ in writer.observe(member(5, roles: [21])) }
        let unknown = writer.observe(.member(5, of: 1, nil))
        #expect(plain == [1, 1, 1] && changed == [2, 2] && unknown == 3)
        #expect(writer.observe(member(5)) == 1)
        #expect(writer.written == 3)
    }

    @Test func `a hundred thousand active users are each stored once`() {
        var writer = Writer(capacity: 1 << 17)
        for _ in 0..<2 {
            for user in 1...100_000 as ClosedRange<Int64> { _ = writer.observe(member(user)) }
        }
        #expect(writer.written == 100_000)
        #expect(writer.observe(member(77)) == 77)
    }

    @Test func `observations in use stay when others fill the cache`() {
        var writer = Writer(capacity: 4)
        let channel = writer.observe(.channel(7, nil))
        for user in 1...100 as ClosedRange<Int64> {
            _ = writer.observe(member(user))
            #expect(writer.observe(.channel(7, nil)) == channel)
        }
        #expect(writer.written == 101)
    }
}
