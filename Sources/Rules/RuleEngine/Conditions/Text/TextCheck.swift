import BotConfiguration
import PatternMatching

/// A field of `text`, or of a name that is checked like a text.
struct TextCheck: Sendable {
    enum Kind: Sendable {
        case any(ScanKeyGroup)
        case all([ScanKeyGroup])
        case length(ConditionThreshold)
        case lines(ConditionThreshold)
        case language(DetectedLanguage)
    }

    /// The part that the results name: `text.contains`.
    let part: String
    let kind: Kind

    /// The scan keys of which at least one is found whenever the check holds; `nil` if there is no such set.
    var needed: Set<ScanKey>? {
        switch kind {
        case .any(let group): group.keys
        case .all(let groups): groups.map(\.keys).min { $0.count < $1.count }
        case .length, .lines, .language: nil
        }
    }

    /// The threshold of a check of a number, and the number in a text; nil for checks of other kinds.
    func threshold(in text: @escaping @Sendable (Facts) -> String) -> MeasuredThreshold? {
        switch kind {
        case .length(let threshold): MeasuredThreshold(threshold: threshold) { Double(text($0).count) }
        case .lines(let threshold): MeasuredThreshold(threshold: threshold) { Double(text($0).lineCount) }
        case .any, .all, .language: nil
        }
    }

    /// The capture groups that are found whenever the check holds.
    var groups: Set<String> { if case .any(let group) = kind { group.groups } else { [] } }

    /// Evaluates the check for the matches in a text.
    ///
    /// - Parameter text: The text in which the matches were found.
    func decide(_ scanResult: TextScanResult, in text: @autoclosure () -> String) -> ConditionResult {
        switch kind {
        case .any(let group): return group.decide(part, scanResult)
        case .all(let groups): return .all(groups.count) { groups[$0].decide(part, scanResult) }
        case .length(let threshold): return threshold.comparison.decide(part, .count(text().count))
        case .lines(let threshold): return threshold.comparison.decide(part, .count(text().lineCount))
        case .language(let language):
            let guess = DetectedLanguage(of: text())
            let detail = guess.map { "the language is \($0.rawValue)" } ?? "the language is neither vi nor en"
            return guess == language ? .holds(Reason(part, detail)) : .fails(part, detail)
        }
    }
}

extension TextCheck {
    /// Returns the requirements on the texts that are read.
    func meaning(in selectors: [TextSelector]) -> Formula {
        switch kind {
        case .any(let group): .literal(.texts(selectors), .texts(TextSets(anyOf: group)))
        case .all(let groups): .all(groups.map { .literal(.texts(selectors), .texts(TextSets(anyOf: $0))) })
        case .length(let threshold): .numbers(.length(selectors), threshold.comparison)
        case .lines(let threshold): .numbers(.lines(selectors), threshold.comparison)
        case .language(let language): .values(.language(selectors), [language.rawValue])
        }
    }
}

extension String {
    /// The number of lines; 0 for an empty text.
    var lineCount: Int { isEmpty ? 0 : count(where: \.isNewline) + 1 }
}
