import BotConfig
import MezonModel
import TextMatching

/// `text: { contains, equals, starts_with, ends_with, any_word, all_words, in_list, matches, length, lines, language, fold, read,
/// ignore }`. A list means any of its items, except in `all_words`. With several texts to read, each field may find what it wants
/// in any of them, and lengths are of all together.
struct TextPredicate: Predicate {
    static let name = "text"
    let checks: [Check]

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let sources = fields.items(
            "read", "What is looked at: text, attachment_name, embed, quoted, display_name. Without it, text.")?
            .compactMap { item in
                item.word(of: Reading.Source.offered.map(\.rawValue), "a text to read", compilation.findings)
                    .flatMap(Reading.Source.init(rawValue:))
            }
        let ignored = fields.choices(
            Reading.Ignored.self, "ignore", "something to ignore",
            "What of the text is not looked at: code_blocks, quotes, urls, headers."
        )
        let rules = ignored?.contains(.headers) == true ? compilation.headerRules : HeaderRules()
        let readings = (sources ?? [.text]).map { source in
            source == .text ? Reading(source: source, ignored: Set(ignored ?? []), headers: rules) : Reading(source: source)
        }
        let reader = TextFieldReader(
            seeker: EventSeeker(readings: readings, compilation: compilation), part: Self.name, compilation: compilation)
        var tests = fields.withMap(reader.tests)
        if let lines = fields.take("lines", "How many lines: `> 25`.").flatMap({ Comparison($0, .count, compilation.findings) }) {
            tests.append(TextTest(part: fields.part("lines"), kind: .lines(lines)))
        }
        if let language = fields.take("language", "`vi` or `en`, guessed by letters and everyday words.")?
            .choice(Language.self, "a language", compilation.findings)
        {
            tests.append(TextTest(part: fields.part("language"), kind: .language(language)))
        }
        for test in tests {
            fields.add(
                Check([test.part], needed: test.needed, finds: test.needed == nil ? [] : .text) { facts in
                    test.decide(
                        facts.hits, in: readings.map { $0.text(of: facts.event) }.filter { !$0.isEmpty }.joined(separator: "\n"))
                })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
