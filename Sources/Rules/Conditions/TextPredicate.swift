import BotConfig
import MezonModel
import TextMatching

/// `text: { contains, equals, starts_with, ends_with, any_word, all_words, matches, length, fold }`: all that are given must hold. A list means
/// any of its items, except in `all_words`.
struct TextPredicate: Predicate {
    static let name = "text"

    private let checks: [Check]

    private enum Check: Hashable, Sendable {
        case any(String, [Probe])
        case all(String, [Probe])
        case length(Comparison)
    }

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        guard var map = MapReader(node, "'text'", compilation.findings) else { return nil }
        let before = compilation.findings.diagnostics.count { $0.severity == .error }
        let reader = TextFieldReader(folds: TextFieldReader.folds(map.take("fold"), compilation.findings), compilation)
        var checks: [Check] = []
        for (field, fit) in Self.fields {
            if let probes = map.take(field).map({ reader.needles($0, fit) }) { checks.append(.any("text." + field, probes)) }
        }
        if let probes = map.take("all_words").map({ reader.needles($0, .word) }) { checks.append(.all("text.all_words", probes)) }
        if let probes = map.take("matches").map(reader.patterns) { checks.append(.any("text.matches", probes)) }
        if let length = map.take("length").flatMap({ Comparison($0, compilation.findings) }) { checks.append(.length(length)) }
        map.finish()
        guard compilation.findings.diagnostics.count(where: { $0.severity == .error }) == before else { return nil }
        guard !checks.isEmpty else {
            compilation.findings.error("missing-value", "'text' needs something to look for", at: node.place)
            return nil
        }
        self.checks = checks
    }

    private static let fields: [(String, Needle.Fit)] = [
        ("contains", .anywhere), ("equals", .whole), ("starts_with", .start), ("ends_with", .end), ("any_word", .word),
    ]

    var needed: Set<Probe>? {
        for check in checks {
            switch check {
            case .any(_, let probes): return Set(probes)
            case .all(_, let probes): return Set(probes.prefix(1))
            case .length: continue
            }
        }
        return nil
    }

    func decide(_ facts: Facts) -> Decision {
        var telling: Reason?
        for check in checks {
            switch check {
            case .any(let part, let probes):
                guard let match = probes.lazy.compactMap({ facts.hits[$0] }).first else { return .fails(part) }
                telling = telling ?? Reason(part, match)
            case .all(let part, let probes):
                for probe in probes {
                    guard let match = facts.hits[probe] else { return .fails(part) }
                    telling = telling ?? Reason(part, match)
                }
            case .length(let comparison):
                guard comparison.holds(facts.message.text.count) else { return .fails("text.length") }
            }
        }
        return .holds(telling ?? Reason("text.length"))
    }
}
