import Foundation

extension TemplateFilter {
    /// Returns the filtered value; `nil` if nothing is left.
    ///
    /// - Parameter value: The value; `nil` if there is none, which only `default` replaces.
    func callAsFunction(_ value: TemplateValue?, _ context: ActionContext) -> TemplateValue? {
        let text = value?.text(context.policy) ?? ""
        if case .default(let other) = self { return text.isEmpty ? .text(other) : value }
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
        case .mention, .link, .raw, .default: return value
        }
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
