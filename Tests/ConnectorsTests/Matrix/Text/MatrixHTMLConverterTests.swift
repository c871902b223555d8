import ChatModel
import Testing

@testable import ConnectorKit
@testable import Matrix

struct MatrixHTMLConverterTests {
    struct Case: CustomTestStringConvertible {
        let html: String
        let content: Content
        var testDescription: String { html.debugDescription }

        init(_ html: String, _ text: String, _ markup: (String, Int, Int)...) {
            self.html = html
            content = Content(text, markup: markup.map { Markup($0.0, TextRange($0.1, $0.2)) })
        }
    }

    static let tags = [
        Case("plain", "plain"),
        Case("a <b>bold</b> b", "a bold b", ("b", 2, 6)),
        Case("a <STRONG class=x>bold</Strong > b", "a bold b", ("b", 2, 6)),
        Case("<b>a <strong>b</strong></b> c", "a b c", ("b", 0, 3)),
        Case("<i>i</i><em>e</em><u>u</u><font color='#f00'>f</font><sub>s</sub>", "ieufs"),
        Case("10<sup>6</sup>", "10^6"),
        Case("<del>a</del> <s>b</s> <strike> c </strike>", "~~a~~ ~~b~~ ~~c~~"),
        Case("<del></del><b></b><code></code><span data-mx-spoiler></span>x", "x"),
        Case("x <code>y</code>", "x y", ("c", 2, 3)),
        Case("<span data-mx-spoiler>he dies</span>.", "||he dies||."),
        Case("<span data-mx-spoiler='the  end'>he <span>di</span>es</span>", "(the end) ||he dies||"),
        Case("one<br>two<br/>three<br />", "one\ntwo\nthree"),
        Case("<p>one</p>\n<p>two</p>", "one\n\ntwo"),
        Case("<p>one<p>two", "one\n\ntwo"),
        Case("<div>one</div><div>two</div>three", "one\ntwo\nthree"),
        Case("<h1>Head</h1>text<h3>Next</h3>", "Head\n\ntext\n\nNext", ("b", 0, 4), ("b", 12, 16)),
        Case("a<hr>b", "a\n———\nb"),
        Case("<blockquote><p>one</p><p>two</p></blockquote>three", "> one\n\n> two\n\nthree"),
        Case("<blockquote>a<br>b<blockquote>c</blockquote></blockquote>", "> a\n> b\n> > c"),
        Case("<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\nd", "• a\n• b\n  • c\nd"),
        Case("<ol start=9><li><p>a</p></li><li><p>b</p></li></ol>", "9. a\n10. b"),
        Case("<ul><li>a<li>b</ul>", "• a\n• b"),
        Case("<ul><li>a<br>b</li></ul>", "• a\n  b"),
        Case("<ol start=-3><li>a</ol><ol start=99999999999999999999><li>b", "1. a\n1. b"),
        Case(
            "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></table>",
            "A | B\n1 | 2", ("b", 0, 1), ("b", 4, 5)),
        Case("<details><summary>Sum</summary>rest</details>", "Sum\nrest"),
        Case("<img src=\"mxc://a/b\" alt=\"a > b\"> <img data-mx-emoticon title=':x:'><img>", "a > b :x:"),
        Case("<unknown-tag x>y</unknown-tag>", "y"),
        Case("<mx-reply><blockquote>old <b>x</b></blockquote></mx-reply>new", "new"),
        Case("<mx-reply>a<mx-reply>b</mx-reply>c</mx-reply>d", "d"),
        Case("a<script>if (1 < 2) alert('</b>')</script >b<style>c</STYLE>d", "abd"),
    ]

    static let links = [
        Case("<a href=\"https://a.example/x?a=1&amp;b=2\">there</a>!", "there (https://a.example/x?a=1&b=2)!", ("lk", 7, 34)),
        Case("<a href='https://a.example/'>https://a.example</a>", "https://a.example", ("lk", 0, 17)),
        Case("<a href=https://a.example/>https://a.example/</a>", "https://a.example/", ("lk", 0, 18)),
        Case("<a href=\"https://a.example/\"></a>", "https://a.example/", ("lk", 0, 18)),
        Case(
            "<a href=\"https://bad.example/\">https://bank.example/</a>", "https://bank.example/ (https://bad.example/)",
            ("lk", 0, 21), ("lk", 23, 43)),
        Case("<a href=\"https://vi.example/Việt Nam\">x</a>", "x (https://vi.example/Vi%E1%BB%87t%20Nam)", ("lk", 3, 40)),
        Case("<a href=\" https://a.example/ \">x", "x (https://a.example/)", ("lk", 3, 21)),
        Case(
            "<a href=\"https://a.example/\">x<a href=\"https://b.example/\">y</a></a>",
            "x (https://a.example/)y (https://b.example/)", ("lk", 3, 21), ("lk", 25, 43)),
        Case("<a href=\"javascript:alert(1)\">x</a>", "x"),
        Case(
            "<a href=\"data:text/html,x\">x</a> <a href=\"//a.example\">y</a> <a href>z</a> <a href=\"https:///x\">w</a>",
            "x y z w"),
        Case(
            "<a href=\"mailto:an@a.example?subject=x\">An</a> <a href=\"mailto:an@a.example\">an@a.example</a>",
            "An (an@a.example) an@a.example"),
        Case("<a href=\"https://matrix.to/#/@an:a.example\">An</a>: hi", "@An: hi"),
        Case("<a href=\"https://matrix.to/#/%40an%3Aa.example\"><b>@An</b></a>", "@An", ("b", 0, 3)),
        Case("<a href=\"https://MATRIX.TO/#/@an:a.example?via=x\"></a>", "@an"),
        Case("<a href=\"matrix:u/an:a.example\">An</a> in <a href=\"matrix:r/room:a.example\">#room</a>", "@An in #room"),
        Case(
            "<a href=\"https://matrix.to/#/#room:a.example\">#room:a.example</a> <a href=\"https://matrix.to/#/!id:a.example\"></a>",
            "#room:a.example !id:a.example"),
        Case(
            "<a href=\"https://matrix.to/#/!r:a.example/$e?via=a.example\">this</a>",
            "this (https://matrix.to/#/!r:a.example/$e?via=a.example)", ("lk", 6, 55)),
        Case(
            "see https://a.example/x_(y), (http://b.example). xhttp://no",
            "see https://a.example/x_(y), (http://b.example). xhttp://no", ("lk", 4, 27), ("lk", 30, 46)),
        Case("<code>https://a.example</code>", "https://a.example", ("c", 0, 17)),
        Case("<b>see https://a.example now</b>", "see https://a.example now", ("b", 0, 4), ("lk", 4, 21), ("b", 21, 25)),
        Case("<b>x <code>y</code> z</b>", "x y z", ("b", 0, 2), ("c", 2, 3), ("b", 3, 5)),
    ]

    static let spaces = [
        Case("  a \n\t b  ", "a b"),
        Case("a<b> b </b>c", "a b c", ("b", 2, 3)),
        Case("a&nbsp;&nbsp;b", "a  b"),
        Case("🎉 <b>🎉</b>", "🎉 🎉", ("b", 3, 5)),
        Case("a\u{0}b\u{1B}[31m&#7;&#x9F;c", "ab[31mŸc"),
        Case("<pre>\n  a\n\n   b\t\n</pre>c", "  a\n\n   b\t\nc", ("pre", 0, 10)),
        Case("a<pre><code>x &lt; y\r\n</code></pre>", "a\nx < y", ("pre", 2, 7)),
    ]

    static let broken = [
        Case("a < b && c > d", "a < b && c > d"),
        Case("<3 </3 <> << >> <", "<3 </3 <> << >> <"),
        Case("<b>never closed", "never closed", ("b", 0, 12)),
        Case("<b>a<i>b</b>c</i>d", "abcd", ("b", 0, 2)),
        Case("</b></div>a</p>", "a"),
        Case("<a href=\"https://a.example/ >x", "<a href=\"https://a.example/ >x", ("lk", 9, 27)),
        Case("<a <b>x</b>", "<a x", ("b", 3, 4)),
        Case("<b", "<b"),
        Case("<!-- a <b>b</b> -->c<!---->d<!-->e<!doctype html>f<?x y?>g", "cdefg"),
        Case("<!-- never closed", "<!-- never closed"),
        Case("&lt;b&gt;x&lt;/b&gt; &amp;amp; &quot;&apos;&#39;&#x27;", "<b>x</b> &amp; \"'''"),
        Case("&bogus; &amp &; &#; &#x; &#xZ; &#-1; &#+1;", "&bogus; &amp &; &#; &#x; &#xZ; &#-1; &#+1;"),
        Case("&#0;&#xD800;&#x110000;&#128;&#8230;&hellip;&Aacute;", "���€……Á"),
        Case("<b/x>a</b/>", "a", ("b", 0, 1)),
        Case("<b-x>a</b-x><bx>b</bx>", "ab"),
        Case("<a title='\"' href='https://a.example/' href='https://b.example/'>x</a>", "x (https://a.example/)", ("lk", 3, 21)),
    ]

    @Test(arguments: tags + links + spaces + broken) func `Matrix HTML becomes content with markup`(one: Case) {
        #expect(MatrixHTMLConverter.content(html: one.html, body: "the body") == one.content)
    }

    @Test func `a code block keeps its language`() {
        let content = Content("let a", markup: [Markup("pre", TextRange(0, 5), attributes: ["language": "swift"])])
        #expect(
            MatrixHTMLConverter.content(html: "<pre><code class=\"x language-swift\">let a\n</code></pre>", body: "") == content)
        #expect(MatrixHTMLConverter.content(html: "<pre class=language-swift>let a</pre>", body: "") == content)
        let plain = Content("let a", markup: [Markup("pre", TextRange(0, 5))])
        #expect(MatrixHTMLConverter.content(html: "<pre><code class=\"language-a&quot;b\">let a</code></pre>", body: "") == plain)
    }

    @Test(arguments: [nil, "", "<mx-reply>old</mx-reply>", " <br> ", "<script>x"])
    func `without formatted content the plain body is used line by line`(html: String?) {
        let body = "one <b>\r\n\n  two https://a.example/\u{7}"
        let text = "one <b>\n\n  two https://a.example/"
        #expect(MatrixHTMLConverter.content(html: html, body: body) == Content(text, markup: [Markup("lk", TextRange(15, 33))]))
    }

    struct Round: CustomTestStringConvertible {
        let html: String?
        let content: Content
        var testDescription: String { content.text.debugDescription }

        init(_ html: String?, _ text: String, _ markup: Markup...) {
            self.html = html
            content = Content(text, markup: markup)
        }
    }

    static let rounds = [
        Round(nil, ""),
        Round(nil, "plain\ntext <b>&amp;</b> @room https://a.example"),
        Round(
            "a <strong>bold</strong> &lt;b&gt; &amp;amp; &quot;x&quot;", "a bold <b> &amp; \"x\"", Markup("b", TextRange(2, 6))),
        Round("a <code>&lt;b&gt;</code>", "a <b>", Markup("c", TextRange(2, 5))),
        Round("one<br><br>two <strong>x<br>y</strong>", "one\n\ntwo x\ny", Markup("b", TextRange(9, 12))),
        Round("a &nbsp; b<br>&nbsp; c <strong>x</strong>", "a   b\n  c x", Markup("b", TextRange(10, 11))),
        Round(
            "x<pre><code class=\"language-c++\">a\n\n  &lt;b&gt;</code></pre>y", "x\na\n\n  <b>\ny",
            Markup("pre", TextRange(2, 10), attributes: ["language": "c++"])),
        Round(
            "<pre><code>a</code></pre><pre><code>b</code></pre>", "a\nb", Markup("pre", TextRange(0, 1)),
            Markup("pre", TextRange(2, 3))),
        Round(
            "<a href=\"https://a.example/?a=1&amp;b=%22\">https://a.example/?a=1&amp;b=%22</a>", "https://a.example/?a=1&b=%22",
            Markup("lk", TextRange(0, 28))),
        Round("🎉<strong>🎉</strong>", "🎉🎉", Markup("b", TextRange(2, 4))),
    ]

    @Test(arguments: rounds) func `content converted to Matrix HTML is converted back unchanged`(round: Round) {
        #expect(MatrixHTMLConverter.html(of: round.content) == round.html)
        if let html = round.html { #expect(MatrixHTMLConverter.content(html: html, body: "") == round.content) }
    }

    static let outward = [
        // Text that only looks like a link or a name stays text.
        Round(nil, "javascript:x", Markup("lk", TextRange(0, 12))),
        Round(nil, "https://matrix.to/#/@an:a.example", Markup("lk", TextRange(0, 33))),
        Round(nil, "https://Matrix.TO/#/!r:a.example/$e", Markup("lk", TextRange(0, 35))),
        Round(nil, "x", Markup("lk_ogp", TextRange(1, 2)), Markup("new kind", TextRange(0, 1))),
        // Ranges out of bounds.
        Round(
            nil, "x", Markup("b", TextRange(-5, 0)), Markup("b", TextRange(1, 0)), Markup("b", TextRange(1, 9)),
            Markup("lk", TextRange(.min, .max))),
        Round("<strong>x</strong>", "x", Markup("b", TextRange(0, .max))),
        Round("<strong>🎉</strong>", "🎉", Markup("b", TextRange(0, 1))),
        // Overlapping ranges are nested.
        Round(
            "<strong>a</strong><strong><code>b</code></strong><code>c</code>", "abc", Markup("b", TextRange(0, 2)),
            Markup("c", TextRange(1, 3))),
        Round("<strong>abc</strong>", "abc", Markup("b", TextRange(0, 2)), Markup("b", TextRange(1, 3))),
        Round(
            "<strong><a href=\"https://a.b/\">https://a.b/</a></strong>", "https://a.b/", Markup("b", TextRange(0, 12)),
            Markup("lk_yt", TextRange(0, 12))),
        // Older code markup has backquotes in the text.
        Round("x <code>y</code> z", "x `y` z", Markup("s", TextRange(2, 5))),
        Round("<pre><code>y</code></pre>", "```y```", Markup("t", TextRange(0, 7))),
        Round("<pre><code>y</code></pre>", "y", Markup("pre", TextRange(0, 1), attributes: ["language": "\"><script>"])),
        Round("a<strong>b</strong>c", "a\u{0}\u{1B}bc", Markup("b", TextRange(3, 4))),
        Round("<strong>a</strong><br>b", "a\r\nb", Markup("b", TextRange(0, 1))),
    ]

    @Test(arguments: outward) func `only markup of the content becomes tags`(round: Round) {
        #expect(MatrixHTMLConverter.html(of: round.content) == round.html)
    }

    @Test func `content beyond the event size is not formatted`() {
        let text = String(repeating: "ab", count: 4000)
        let markup = (0..<4000).map { Markup("b", TextRange($0 * 2, $0 * 2 + 1)) }
        #expect(MatrixHTMLConverter.html(of: Content(text, markup: markup)) == nil)
        #expect(MatrixHTMLConverter.html(of: Content(text, markup: Array(markup.prefix(100))))?.utf8.count == 8000 + 100 * 17)
    }
}
