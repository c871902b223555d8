import ChatModel
import Testing

@testable import ConnectorKit
@testable import Webhooks

struct MarkupParserTests {
    /// Returns a text with its markup written out: `[b|bold]`.
    private func shown(_ text: String, _ dialect: MarkupParser.Dialect) -> String {
        let content = MarkupParser.parse(text, dialect).content
        var shown = ""
        var end = 0
        for mark in content.markup {
            shown += TextRange(end, mark.range.start).slice(of: content.text) ?? "?"
            shown += "[\(mark.kind)|\(mark.range.slice(of: content.text) ?? "?")]"
            end = mark.range.end
        }
        return shown + (TextRange(end, content.text.utf16.count).slice(of: content.text) ?? "?")
    }

    @Test(arguments: [
        ("nothing", "nothing"), ("", ""), ("a *bold* word", "a [b|bold] word"), ("**so too**", "[b|so too]"),
        ("~gone~ and ~~*gone*~~", "~gone~ and ~~[b|gone]~~"), ("`code *x*`", "[c|code *x*]"), ("2 * 3 * 4", "2 * 3 * 4"),
        ("a*b*c", "a*b*c"), ("* item\n* item", "* item\n* item"), ("*open", "*open"), ("*a\nb*", "*a\nb*"),
        ("```\nlet a = 1\n```after", "[pre|let a = 1]after"), ("```swift\nlet a\n```", "[pre|let a]"), ("``` ```", "[pre| ]"),
        ("``````", "``````"), ("<https://a.example|here>", "here ([lk|https://a.example])"),
        ("<https://a.example>", "[lk|https://a.example]"), ("<https://a.example?a=1&amp;b>", "[lk|https://a.example?a=1&b]"),
        ("[here](https://a.example)", "here ([lk|https://a.example])"), ("[x](javascript:1)", "[x](javascript:1)"),
        ("see https://a.example/b.", "see [lk|https://a.example/b]."), ("xhttps://a.example", "xhttps://a.example"),
        ("(https://a.example)", "([lk|https://a.example])"), ("https://", "https://"),
        ("<!here> <!channel|@channel> <@U1> <@U1|an> <#C1|general>", "@here @channel @U1 @an #general"),
        ("<!subteam^S1|@ops> <!date^1^{date}|today>", "@ops today"), ("<mailto:a@b.c|a@b.c>", "a@b.c"),
        ("1 &lt; 2 &amp;amp; 3 &gt; 2", "1 < 2 &amp; 3 > 2"), ("<b>", "<b>"), ("a < b", "a < b"),
        ("*đậm* ế `ô`", "[b|đậm] ế [c|ô]"), ("👍🏽 *x*", "👍🏽 [b|x]"),
    ])
    func `Slack markup is parsed`(text: String, expected: String) { #expect(shown(text, .slack) == expected) }

    @Test(arguments: [
        ("a *slanted* and **bold**", "a *slanted* and [b|bold]"), ("&lt;", "&lt;"), ("<@1> @everyone", "<@1> @everyone"),
        ("~~gone~~ ~not~", "~~gone~~ ~not~"), ("<https://a.example>", "[lk|https://a.example]"),
    ])
    func `Discord markup is parsed`(text: String, expected: String) { #expect(shown(text, .markdown) == expected) }

    @Test func `plain text yields links only`() {
        #expect(shown("*a* `b` <c|d> https://a.example, &amp;", .plain) == "*a* `b` <c|d> [lk|https://a.example], &amp;")
    }

    @Test(arguments: ["*a ", "`", "[", "](", "<", "[[[](", "```", "~~a", "https://", "*", "<https://a|", "&amp;"])
    func `markup built to be slow is parsed and truncated`(piece: String) {
        let content = MarkupParser.parse(String(repeating: piece, count: 1 << 16), .slack).content
        #expect(content.text.utf16.count <= 16_001)
        #expect(content.markup.allSatisfy { $0.range.slice(of: content.text) != nil })
    }
}
