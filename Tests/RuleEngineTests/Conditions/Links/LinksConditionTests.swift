import ChatModel
import Testing

@testable import RuleEngine

@Suite struct LinksConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    static let links: [(String, String, MessageCase)] = [
        ("any: true", "no links", .no("links.any: there are no links")),
        ("any: true", "see evil.com", .yes("links.any evil.com")),
        ("any: false", "no links", .yes("links.any there are no links")),
        ("any: false", "see evil.com", .no("links.any: there is a link to evil.com")),
        ("domain_in: bad", "https://a.evil.com/x", .yes("links.domain_in a.evil.com")),
        ("domain_in: bad", "https://notevil.com", .no("links.domain_in: notevil.com does not match")),
        ("domain_in: bad", "a.org b.org", .no("links.domain_in: none of 2 matches")),
        ("domain_in: bad", "hello", .no("links.domain_in: there are no links")),
        ("domain_in: [mezon.ai, ncc.asia]", "https://ncc.asia", .yes("links.domain_in ncc.asia")),
        ("domain_not_in: [mezon.ai]", "https://mezon.ai/a", .no("links.domain_not_in: mezon.ai does not match")),
        ("domain_not_in: [mezon.ai]", "https://mezon.ai https://b.org", .yes("links.domain_not_in b.org")),
        ("invite: true", "discord.gg/abc", .yes("links.invite discord.gg")),
        ("shortener: true", "nhận quà tại https://bit.ly/abc", .yes("links.shortener bit.ly")),
        ("shortener: true", "https://mezon.ai", .no("links.shortener: mezon.ai does not match")),
        ("label_mismatch: true", "[mezon.ai](https://evil.com)", .yes("links.label_mismatch evil.com")),
        ("scheme_in: [http]", "http://a.org", .yes("links.scheme_in a.org")),
        ("scheme_in: [http]", "a.org", .no("links.scheme_in: a.org does not match")),
        ("shortener: true, scheme_in: [http]", "https://bit.ly/a http://a.org", .no("links.scheme_in: bit.ly does not match")),
        ("count: \"> 2\"", "a.org b.org c.org", .yes("links.count 3 > 2")),
        ("count: \"> 2\"", "a.org", .no("links.count: 1 is not > 2")),
        ("count: 0", "none", .yes("links.count 0 is 0")),
        ("domain_not_in: [a.org], count: \"> 1\"", "a.org b.org c.org", .yes("links.count 2 > 1")),
        ("domain_not_in: [a.org], count: \"> 1\"", "a.org b.org", .no("links.count: 1 is not > 1")),
    ]

    @Test(arguments: links)
    func `a links condition matches domains, invites and shorteners`(fields: String, text: String, said: MessageCase) throws {
        #expect(try ConditionTestHarness().ask("{ links: { \(fields) } }", .make(text)) == said)
    }

    @Test func `match.links lists the matching links only`() throws {
        let (set, _) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: { links: { shortener: true } }, then: { reply: x } }\n")
        let facts = ConditionTestHarness().facts(.message(.make("http://bit.ly/a and https://a.org")), of: set)
        guard case .holds(let reason)? = set.rules[0].when?.decide(facts) else {
            Issue.record("the condition does not hold")
            return
        }
        #expect(reason.found.links == [MatchDetails.FoundLink(url: "http://bit.ly/a", domain: "bit.ly", scheme: "http")])
    }

    @Test func `rules on links or attachments are not candidates for messages without them`() throws {
        let (set, _) = try ConditionTestHarness.compile(
            """
              - { id: a, trigger: message, when: { links: { domain_in: bad } }, then: { reply: x } }
              - { id: b, trigger: message, when: { attachments: { any: { extension_in: exe } } }, then: { reply: x } }
              - { id: c, trigger: message, when: { links: { any: false } }, then: { reply: x } }
              - { id: d, trigger: message, when: [ { links: { any: true } }, { text: { contains: x } } ], then: { reply: x } }

            """)
        func candidates(_ message: Message) -> [Int] { set.candidates(for: [.message], set.read(.message(message))) }
        #expect(candidates(.make("hi")) == [2])
        #expect(candidates(.make("a.org")) == [0, 2, 3])
        #expect(
            candidates(.make("").with { $0.attachments = [ChatModel.Attachment(filename: "a", url: "", mediaType: "")] }) == [
                1, 2,
            ])
    }
}
