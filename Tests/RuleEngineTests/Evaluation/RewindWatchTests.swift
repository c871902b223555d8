import BotKit
import ChatModel
import Testing

@testable import RuleEngine

/// A rewind takes place only while no decision depends on what it changes.
@Suite struct RewindWatchTests {
    private static let rules = """
          - id: hellos
            trigger: message
            when: { text: { contains: hello } }
            then: [{ counter: { add: { name: hellos, scope: user@clan } } }]
          - id: fan
            trigger: message
            when: { counter: { name: hellos, scope: user@clan, value: "> 9" } }
            then: { reply: "a fan" }
          - { id: shy, trigger: message, when: { text: { contains: quiet } }, then: { reply: hush } }
        """

    private let harness: RuleEngineHarness
    private let rewind: SystemEvent.Rewind

    init() throws {
        harness = try RuleEngineHarness(Self.rules)
        harness.say("hello")
        let counter = try #require(harness.recorded.last?.storedEntries.first { $0.kind == "counter" })
        rewind = SystemEvent.Rewind(
            of: "hellos", since: RuleEngineHarness.start, in: 0,
            state: [.init(mode: "", kind: "counter", name: counter.name, subject: counter.subject, value: nil)], jobs: [],
            cases: [], inverses: [], removals: [], by: "command", at: RuleEngineHarness.at(60))
    }

    private func isTaken() -> Bool {
        let decision = harness.feed(.system(.rewind(rewind)))
        return decision.results.first { $0.author == "system:rewind" }?.summary != "nothing"
    }

    private func watch(messages: Set<MessageID> = []) {
        _ = harness.engine.watch(RewindWatch(rewind, messages: messages))
    }

    @Test func `without a later decision that depends on it the counter is gone`() {
        watch()
        #expect(harness.engine.confirm(rewind))
        harness.say("something else", by: RuleEngineHarness.moderator)
        #expect(isTaken())
        let change = harness.recorded.last?.storedEntries.first { $0.kind == "counter" }
        #expect(change != nil && change?.value == nil)
    }

    @Test func `a decision that reads the counter prevents it`() {
        watch()
        #expect(harness.engine.confirm(rewind))
        harness.say("anything")
        #expect(!isTaken())
    }

    @Test func `an action of the rule on other state prevents it`() {
        watch()
        #expect(harness.engine.confirm(rewind))
        harness.say("hello", by: RuleEngineHarness.moderator)
        #expect(!isTaken())
    }

    @Test func `an event about a message of the rule prevents it`() {
        watch(messages: [777])
        harness.say("thanks", by: RuleEngineHarness.moderator) { $0.id = 777 }
        #expect(!harness.engine.confirm(rewind))
        #expect(!isTaken())
    }

    @Test func `a rewind that no watch has confirmed changes nothing`() {
        #expect(!isTaken())
        watch()
        #expect(!isTaken())
    }

    @Test func `a rewind that changes more than is watched is not confirmed`() {
        var larger = rewind
        larger.state.append(.init(mode: "", kind: "counter", name: "others", subject: "u5.g1", value: nil))
        watch()
        #expect(!harness.engine.confirm(larger))
    }

    @Test func `a rewind takes place once`() {
        watch()
        #expect(harness.engine.confirm(rewind))
        #expect(isTaken())
        #expect(!isTaken())
    }
}
