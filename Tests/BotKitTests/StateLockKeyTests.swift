import Testing

@testable import BotKit

struct StateLockKeyTests {
    @Test func `state shares one lock key, and each cooldown and dialogue has its own`() {
        let tea = StateLockKey("~cooldowns/user:101")
        #expect(StateLockKey("clan:301") == StateLockKey("user:101"))
        #expect(StateLockKey("clan:301") == StateLockKey("~zone/user:101"))
        #expect(StateLockKey("clan:301") != tea)
        #expect(StateLockKey("~dialogues/201/101") != StateLockKey("clan:301"))
        #expect(StateLockKey("~cooldowns/user:102") != tea)
    }
}
