import BotConfiguration
import ChatModel
import PatternMatching

/// The fields of `text`: `contains`, `equals`, `starts_with`, `ends_with`, `any_word`, `all_words`, `in_list`, `matches`,
/// `length`, `lines`, `language`, `fold`, `read` and `ignore`.
///
/// A list means any of its items, except in `all_words`. If several texts are read, each field may match in any of them, and
/// lengths apply to all texts together.
struct TextCondition: ParsableCondition {
    static let name = "text"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        let sources = fields.items(
            "read", "The texts to search: text, attachment_name, embed, quoted, display_name (default: text).")?
            .compactMap { item in
                item.word(of: TextSelector.Source.selectable.map(\.rawValue), "a text source", compilation.diagnostics)
                    .flatMap(TextSelector.Source.init(rawValue:))
            }
        let ignored = fields.choices(
            TextSelector.Ignored.self, "ignore", "a part of the text",
            "Parts of the text to ignore: code_blocks, quotes, urls, headers."
        )
        let rules = ignored?.contains(.headers) == true ? compilation.headerRules : HeaderSchema()
        let selectors = (sources ?? [.text]).map { source in
            source == .text
                ? TextSelector(source: source, ignored: Set(ignored ?? []), headers: rules) : TextSelector(source: source)
        }
        let reader = TextFieldReader(
            registrar: EventScanRegistrar(selectors: selectors, compilation), part: Self.name,
            compilation: compilation)
        var tests = fields.withMap(reader.tests)
        if let lines = fields.take("lines", "The number of lines, for example `> 25`.").flatMap({
            [fields] in fields.threshold("lines", .count, $0)
        }) {
            tests.append(TextCheck(part: fields.part("lines"), kind: .lines(lines)))
        }
        if let language = fields.take("language", "`vi` or `en`, guessed from letters and common words.")?
            .choice(DetectedLanguage.self, "a language", compilation.diagnostics)
        {
            tests.append(TextCheck(part: fields.part("language"), kind: .language(language)))
        }
        let text = { @Sendable (facts: Facts) in
            selectors.map { $0.text(of: facts.event) }.filter { !$0.isEmpty }.joined(separator: "\n")
        }
        for test in tests {
            fields.add(
                FieldCheck(
                    [test.part], needed: test.needed, detailKinds: test.needed == nil ? [] : .text, groups: test.groups,
                    meaning: test.meaning(in: selectors), threshold: test.threshold(in: text)
                ) { test.decide($0.hits, in: text($0)) })
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
