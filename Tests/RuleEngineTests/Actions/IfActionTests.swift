import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct IfActionTests {
    @Test(arguments: [("aa", ["1", "then", "2"]), ("a", ["1", "otherwise", "2"])])
    func `an if action runs its then or otherwise branch`(text: String, said: [String]) throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                then:
                  - reply: "1"
                  - if: { when: { text: { length: 2 } }, then: [ { reply: then } ], otherwise: [ { reply: otherwise } ] }
                  - reply: "2"
            """)
        #expect(harness.say(text).actions == said.map { .reply(Draft($0)) })
    }

    @Test func `a match inside an if action is not visible to templates`() throws {
        let harness = try RuleEngineHarness(
            """
              - id: a
                trigger: message
                when: { text: { contains: one } }
                then:
                  - if: { when: { text: { contains: two } }, then: { reply: "{{ match.text }}" } }
            """)
        #expect(harness.say("one two").actions == [.reply("one")])
    }
}
