import ChatModel
import Foundation

extension TemplateFilter {
    /// Returns the filtered value; `nil` if nothing is left.
    ///
    /// - Parameter value: The value; `nil` if there is none, which only `default` replaces.
    func callAsFunction(_ value: TemplateValue?, _ context: ActionContext) -> TemplateValue? {
        let text = value?.text(context.policy) ?? ""
        if case .default(let other) = self { return text.isEmpty ? .text(other) : value }
        if case .choice(let choice) = self { return .text(choice.text(for: value, context.policy)) }
        guard let value, !text.isEmpty else { return nil }
        switch self {
        case .upper: return .text(text.uppercased())
        case .lower: return .text(text.lowercased())
        case .truncate(let count): return .text(text.count > count ? text.prefix(count - 1) + "…" : text)
        case .quote: return .text("“\(text)”")
        case .escape: return .text(Self.escaped(text))
        case .unaccent: return .text(Self.unaccented(text))
        case .time: return Self.moment(value).map { .text($0.clockText(context.policy.timeZone)) }
        case .date: return Self.moment(value).map { .text($0.dayText(context.policy.timeZone)) }
        case .ago:
            return Self.moment(value).map { .text(context.policy.phrases.ago(seconds: context.facts.now.timeIntervalSince($0))) }
        case .join(let separator):
            guard case .list(let items) = value else { return value }
            return .text(items.joined(separator: separator))
        case .plural(let one, let many): return .text(["1", "-1"].contains(text) ? one : many)
        case .pick(let words):
            guard case .number(let number) = value else { return value }
            return .text(words[Self.choice(of: words.count, by: number, HashedValue.hash(words.joined(separator: ",")))])
        case .upTo(let most):
            guard case .number(let number) = value else { return value }
            return .number(Self.choice(of: most, by: number, UInt64(most)) + 1)
        case .top(let count): return .text(text.split(separator: "\n").prefix(count).joined(separator: "\n"))
        case .replace(let old, let new): return .text(String(text.replacing(old, with: new).prefix(Self.maxLength)))
        case .arithmetic(let operation, let operand):
            return Int(text).flatMap { operation($0, operand) }.map { .number($0) }
        case .mention, .link, .raw, .default, .choice: return value
        }
    }

    private static let maxLength = 8000  // Characters; more than a message may have.

    /// Returns a number below a count that follows from a number and a salt, so that two choices by one number differ.
    private static func choice(of count: Int, by number: Int, _ salt: UInt64) -> Int {
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(number)) ^ salt)
        return Int(random.next() % UInt64(count))
    }

    private static func moment(_ value: TemplateValue) -> Date? {
        if case .moment(let date) = value { date } else { nil }
    }

    private static func escaped(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .format, .privateUse, .surrogate, .unassigned: continue
            case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private static func unaccented(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "đ": scalars.append("d")
            case "Đ": scalars.append("D")
            default: if scalar.properties.generalCategory != .nonspacingMark { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }
}
