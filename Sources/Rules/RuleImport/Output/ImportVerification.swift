import BotConfiguration
import RuleEngine

/// Loads what is about to be written as a bot would, so that no file leaves the import that does not load.
struct ImportVerification {
    let names: RequiredNames
    let counters: [String]

    private static let file = "imported.yaml"
    /// A mistake in one rule may hide others.
    private static let maxRounds = 4

    /// Marks the rules that do not compile, with the compiler's own words.
    ///
    /// - Returns: The diagnostic of an error that belongs to no rule; `nil` if the rest loads.
    func mark(_ parts: inout RuleParts) -> Diagnostic? {
        for _ in 0..<Self.maxRounds {
            let (text, places) = Self.text(of: parts)
            let errors = errors(in: text)
            if errors.isEmpty { return nil }
            var marked = false
            for error in errors {
                guard error.position.file == Self.file, let place = places.last(where: { $0.line <= error.position.line }) else {
                    return error
                }
                guard parts.groups[place.group][place.part].failure == nil else { continue }
                let advice = error.suggestion.map { "\(error.message); \($0)" } ?? error.message
                parts.groups[place.group][place.part].failure = .gap("the rule", "does not compile: \(advice.prefix(300))")
                marked = true
            }
            if !marked { return errors[0] }
        }
        return errors(in: Self.text(of: parts).text).first
    }

    private func errors(in text: String) -> [Diagnostic] {
        let loaded = ConfigurationLoader(environment: [:]).load(
            texts: ["config.yaml": root, Self.file: text], root: "config.yaml")
        var found = loaded.diagnostics
        if let configuration = loaded.configuration { found += RuleCompiler(configuration).compile().1 }
        return found.filter { $0.severity == .error }
    }

    /// A configuration that defines the names.
    private var root: String {
        var lines = [
            "version: 1", "bot: { gateway: local }", "include: [\(Self.file)]", "moderation: { channel: moderators-of-import }",
            "names:",
        ]
        var id = 1_900_000_000_000_000_000
        for kind in RequiredNames.Kind.allCases {
            let moderators = kind == .channels ? ["moderators-of-import"] : []
            let names = moderators + names.names(of: kind).map(\.name)
            guard !names.isEmpty else { continue }
            lines.append("  \(kind.rawValue):")
            for name in names {
                id += 1
                lines.append("    \(YAMLWriter.scalar(name)): \"\(id)\"")
            }
        }
        if !counters.isEmpty { lines += ["counters:"] + counters.map { "  " + $0 } }
        return lines.joined(separator: "\n")
    }

    /// Returns the file of the rules that are not marked, and the lines on which they begin.
    private static func text(of parts: RuleParts) -> (text: String, places: [(line: Int, group: Int, part: Int)]) {
        var lines = ["version: 1", "rules:"]
        var places: [(line: Int, group: Int, part: Int)] = []
        for (group, parts) in parts.groups.enumerated() {
            for (index, part) in parts.enumerated() where part.failure == nil {
                places.append((lines.count + 1, group, index))
                lines += part.lines
            }
        }
        if places.isEmpty { lines[1] = "rules: []" }
        return (lines.joined(separator: "\n") + "\n", places)
    }
}
