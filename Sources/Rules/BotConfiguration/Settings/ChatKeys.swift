import Foundation

/// The values of `prefix`, `locale` and `timezone` in `bot`, at the top level or for one clan; nil if not given.
struct ChatKeys {
    let prefix: String?
    let locale: AccountSettings.Locale?
    let timeZone: TimeZone?

    init(_ map: inout MapReader, _ diagnostics: DiagnosticCollector) {
        prefix = map.take("prefix", "The command prefix (default: `*`).").flatMap { Self.prefix($0, diagnostics) }
        locale = map.take("locale", "The language of the bot's own messages.")?
            .choice(AccountSettings.Locale.self, "a supported language", diagnostics)
        timeZone = map.take("timezone", "The default time zone, for example Asia/Ho_Chi_Minh (default: UTC).")?
            .timeZone(diagnostics)
    }

    private static func prefix(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        guard let text = node.text(diagnostics) else { return nil }
        guard (1...3).contains(text.count), !text.contains(where: { $0.isWhitespace || $0.isLetter || $0.isNumber }) else {
            diagnostics.error(
                "bad-prefix", "a prefix has one to three characters, which are not letters, digits or spaces", at: node.position,
                suggestion: "write \"*\"")
            return nil
        }
        return text
    }
}
