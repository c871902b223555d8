import BotConfig
import TextMatching

/// One field of `text`, or of a name that is looked at like a text.
struct TextCheck: Sendable {
    enum Kind: Sendable {
        case any(ScanKeyGroup)
        case all([ScanKeyGroup])
        case length(Comparison)
        case lines(Comparison)
        case language(DetectedLanguage)
    }

    /// `text.contains`
    let part: String
    let kind: Kind

    /// What of which at least one is found whenever it holds; `nil` where there is nothing such.
    var needed: Set<ScanKey>? {
        switch kind {
        case .any(let group): group.soughts
        case .all(let groups): groups.map(\.soughts).min { $0.count < $1.count }
        case .length, .lines, .language: nil
        }
    }

    /// - Parameter text: what the finds were found in.
    func decide(_ finds: TextScanResult, in text: @autoclosure () -> String) -> ConditionResult {
        switch kind {
        case .any(let group): return group.decide(part, finds)
        case .all(let groups): return .all(groups.lazy.map { $0.decide(part, finds) })
        case .length(let comparison): return comparison.decide(part, .count(text().count))
        case .lines(let comparison): return comparison.decide(part, .count(text().lineCount))
        case .language(let language):
            let guess = DetectedLanguage(of: text())
            let detail = guess.map { "it reads like \($0.rawValue)" } ?? "it reads like neither vi nor en"
            return guess == language ? .holds(Reason(part, detail)) : .fails(part, detail)
        }
    }
}

extension String {
    /// None for an empty text.
    var lineCount: Int { isEmpty ? 0 : count(where: \.isNewline) + 1 }
}
