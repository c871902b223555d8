import Testing

@testable import RuleEngine

@Suite struct NotConditionTests {
    private static func holds(_ condition: String, _ text: String) throws -> Bool {
        let rule = "  - { id: a, trigger: message, when: \(condition), then: { reply: x } }"
        return try !RuleEngineHarness(rule).say(text).actions.isEmpty
    }

    @Test(arguments: [("a", false), ("b", false), ("ab", false), ("c", true)])
    func `a list in not means that none of its conditions holds`(text: String, holds: Bool) throws {
        #expect(try Self.holds("{ not: [{ text: { contains: a } }, { text: { contains: b } }] }", text) == holds)
    }

    @Test(arguments: [("a", true), ("ab", false), ("c", true)])
    func `not all means that some of its conditions does not hold`(text: String, holds: Bool) throws {
        #expect(try Self.holds("{ not: { all: [{ text: { contains: a } }, { text: { contains: b } }] } }", text) == holds)
    }
}
