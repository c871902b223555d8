import ChatModel
import Testing

@testable import RuleEngine

struct CompositeActionTests {
    static let wrapped = [
        "repeat: { times: 2, then: [INNER] }", "schedule: { in: 1m, then: [INNER] }",
        "if: { when: { text: { contains: x } }, then: [{ react: x }], otherwise: [INNER] }",
    ]

    private static func listing(_ action: String, around inner: String) throws -> RuleListing {
        let (set, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: message, in: { channels: [general] }, then: [{ \(action.replacing("INNER", with: inner)) }] }")
        #expect(found == [])
        return try #require(set.listing.first)
    }

    @Test(arguments: wrapped) func `a sanction in another action is one of the rule`(action: String) throws {
        let listing = try Self.listing(action, around: "kick")
        #expect(listing.mode == .shadow && listing.requiredPermissions.contains(.manageClan))
    }

    @Test(arguments: wrapped) func `a relay in another action is one of the rule`(action: String) throws {
        let listing = try Self.listing(action, around: "{ relay: { to: [support] } }")
        #expect(listing.mode == .enforce && listing.exposures.contains(.channel(12)))
    }
}
