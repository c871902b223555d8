import Foundation

/// The values of `prefix`, `locale` and `timezone` in `bot`, at the top level or for one clan; nil if not given.
struct ChatKeys {
    let prefix: String?
    let locale: BotSettings.Locale?
    let timeZone: TimeZone?

    init(_ map: inout MapReader, _ findings: DiagnosticCollector) {
        prefix = map.take("prefix", "What a command begins with; `*` without it.").flatMap { Self.prefix($0, findings) }
        locale = map.take("locale", "The language of what the bot itself says.")?
            .choice(BotSettings.Locale.self, "a language of this build", findings)
        timeZone = map.take("timezone", "Where times are meant that name no zone: Asia/Ho_Chi_Minh. UTC without it.")?
            .timeZone(findings)
    }

    private static func prefix(_ node: ConfigNode, _ findings: DiagnosticCollector) -> String? {
        guard let text = node.text(findings) else { return nil }
        guard (1...3).contains(text.count), !text.contains(where: { $0.isWhitespace || $0.isLetter || $0.isNumber }) else {
            findings.error(
                "bad-prefix", "a prefix is one to three signs, not letters, digits or spaces", at: node.position,
                suggestion: "write \"*\"")
            return nil
        }
        return text
    }
}
