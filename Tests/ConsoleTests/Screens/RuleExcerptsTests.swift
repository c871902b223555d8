import Foundation
import Moderation
import Testing

@testable import Console
@testable import Storage

struct RuleExcerptsTests {
    @Test func `the deciding condition is marked in the text of its rule`() throws {
        let text = """
            version: 1
            rules:
              - id: links
                trigger: { message: {} }
                when:
                  - text: { any_word: [hello] }
                  - author:
                      is_bot: false
                then: [{ reply: hi }]

              - id: other
                trigger: { message: {} }
                then: [{ reply: hi }]
            """
        let files = RevisionFiles(root: "config.yaml", texts: ["config.yaml": text])
        let revision = RuleRevision(version: "a", firstAt: .distantPast, lastAt: .distantPast, files: files.json)
        let excerpt = try #require(RuleExcerpts(revision).excerpt(of: "links", reasons: ["author.is_bot: is a bot"]))
        #expect(excerpt.location == "config.yaml:3" && excerpt.lines.map(\.number) == Array(3...9))
        #expect(excerpt.lines.filter(\.isDeciding).map(\.number) == [8])
        #expect(RuleExcerpts(revision).excerpt(of: "nothing", reasons: []) == nil)
    }
}
