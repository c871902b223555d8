import Testing

@testable import Console
@testable import MezonBotApp

struct EscapedContentTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        // With a combining mark the quotation mark and the bracket are no characters of their own.
        ("\"\u{301} onfocus=x", "&quot;\u{301} onfocus=x"), ("<\u{301}b", "&lt;\u{301}b"), ("'\u{200D}", "&#39;\u{200D}"),
        ("a\u{202E}b\u{2066}c", "a⟨U+202E⟩b⟨U+2066⟩c"), ("a\u{0}b\u{1B}[31m", "a⟨U+0000⟩b⟨U+001B⟩[31m"), ("a&b`", "a&amp;b&#96;"),
        ("Tiếng Việt 👩‍👩‍👧", "Tiếng Việt 👩‍👩‍👧"),
    ])
    func `texts are escaped by scalars`(text: String, escaped: String) {
        #expect(EscapedContent().escapeText(text) == escaped)
    }

    @Test func `values in templates and partials are escaped`() throws {
        let templates = try PageTemplates()
        let row = JournalRowView(
            .init(
                sequence: 1, day: "2026-01-01", time: "10:00:00", kind: "message", channel: "<i>",
                summary: "\"\u{301}><img src=x>\u{202E}", marks: [], isPending: false,
                steps: [.init(who: "<b>", what: "<u>", why: "<s>")],
                deliveries: ["<p>"]))
        for (name, values) in [("journal-row", Self.values(of: row)), ("journal-entry", ["row": row] as [String: Any])] {
            let text = try templates.render(name, values)
            for tag in ["<i>", "<img", "<b>", "<u>", "<s>", "<p>", "\u{202E}"] { #expect(!text.contains(tag), "\(name) \(tag)") }
        }
    }

    /// The properties of a value by name, as a template finds them.
    private static func values(of row: JournalRowView) -> [String: Any] {
        Dictionary(
            uniqueKeysWithValues: Mirror(reflecting: row).children.compactMap { child in child.label.map { ($0, child.value) } })
    }
}
