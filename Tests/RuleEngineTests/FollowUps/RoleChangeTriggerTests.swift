import BotConfiguration
import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct RoleChangeTriggerTests {
    private static func change(_ role: RoleID, added: [UserID] = [], removed: [UserID] = [], clan: ClanID = 1) -> Event {
        .rolesChanged(RoleChange(clan: clan, role: role, added: added, removed: removed))
    }

    private static func harness(_ trigger: String) throws -> RuleEngineHarness {
        try RuleEngineHarness(
            """
              - id: a
                trigger: { role_changed: \(trigger) }
                then: { send: { to: mod-log, text: "{{ author.id }} {{ role.change }} {{ role.name }} {{ role.id }}" } }
            """)
    }

    @Test(arguments: [
        ("{ role: dev }", change(22, added: [5]), ["5 added dev 22"]), ("{ role: dev }", change(21, added: [5]), []),
        ("{ role: [dev, staff], change: removed }", change(21, removed: [5]), ["5 removed staff 21"]),
        ("{ role: dev, change: removed }", change(22, added: [5]), []),
        ("{ change: added }", change(29, added: [5]), ["5 added 29 29"]), ("{ change: added }", change(29, removed: [5]), []),
        ("{ role: dev }", change(22), []),
        ("{ role: dev }", change(22, added: [5, 6], removed: [7]), ["5 added dev 22", "6 added dev 22", "7 removed dev 22"]),
        ("{ role: dev, change: removed }", change(22, added: [5, 6], removed: [7]), ["7 removed dev 22"]),
    ])
    func `the role and the kind of the change are compared for each user`(trigger: String, event: Event, texts: [String]) throws {
        let actions = try Self.harness(trigger).feed(event).actions
        #expect(actions == texts.map { .send(Draft($0), to: 14) })
    }

    @Test func `what follows is about the same user`() throws {
        let harness = try RuleEngineHarness(
            """
              - { id: a, trigger: { role_changed: { role: dev } }, then: [{ counter: { add: { name: changes } } }] }
              - { id: b, trigger: { counter: { name: changes, crosses: ">= 1" } }, then: { send: { to: mod-log, text: "{{ author.id }}" } } }
            """)
        let decision = harness.feed(Self.change(22, added: [5, 6]))
        #expect(decision.actions == [.send("5", to: 14), .send("6", to: 14)])
    }

    @Test(arguments: [
        ("{ role: nobody }", "unknown-name"), ("{ change: given }", "unknown-word"), ("{ role: general }", "wrong-name"),
    ])
    func `an unknown role or change is reported`(trigger: String, code: String) throws {
        let (_, found) = try RuleEngineHarness.compile(
            "  - { id: a, trigger: { role_changed: \(trigger) }, then: { send: { to: mod-log, text: x } } }")
        #expect(found.first?.hasSuffix(code) == true, "\(found)")
    }

    @Test func `a test of the rule gives the role that its trigger asks for`() throws {
        let (set, _) = try RuleEngineHarness.compile(
            """
              - id: a
                trigger: { role_changed: { role: dev, change: removed } }
                then: { send: { to: mod-log, text: "{{ role.change }}" } }
                tests: [{ name: lost, given: { author: { roles: staff } }, expect: { hit: true, actions: [send] } }]
            """)
        #expect(set.failedTests().map(\.message) == [])
    }
}
