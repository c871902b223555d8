import BotTesting
import Testing

@testable import BotKit

struct StateScopeTests {
    private static let other = Channel(id: 401, clan: 302, label: "other")

    @Test(arguments: [
        ("global", true), ("user:102", true), ("~zone/user:102", true), ("clan:301", true), ("~settings/clan:301", true),
        ("member:301/102", true), ("channel:201", true), ("channel:999", true), ("clan:302", false),
        ("~settings/clan:302", false),
        ("member:302/102", false), ("channel:401", false), ("clan:0/501", false), ("~cooldowns/user:101", false),
        ("~dialogues/201/101", false),
    ])
    func `a bot of a clan may use what belongs to all clans, to users or to the clan`(key: String, isInReach: Bool) {
        let channels = [Channel.general, Self.other]
        let found = StateScope.isInReach(key, of: InvocationPlace(clan: .test)) { id in channels.first { $0.id == id } }
        #expect(found == isInReach)
    }

    @Test(arguments: [("clan:0/501", true), ("clan:0/502", false), ("clan:301", false), ("member:0/101", true)])
    func `a bot in a direct conversation may use what belongs to it`(key: String, isInReach: Bool) {
        #expect(StateScope.isInReach(key, of: InvocationPlace(clan: 0, channel: 501)) { _ in nil } == isInReach)
    }

    @Test func `the cooldowns and the dialogue of an event are those of its user, channel and clan`() {
        let keys = StateScope.userKeys(of: .message(.make(in: .general, by: .an)), in: .test)
        #expect(
            keys == ["~cooldowns/user:101", "~cooldowns/channel:201", "~cooldowns/clan:301", "~dialogues/201/101"])
    }
}
