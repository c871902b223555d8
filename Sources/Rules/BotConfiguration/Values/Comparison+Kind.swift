import ChatModel

/// The notation and value range of each kind of comparison.
extension Comparison.Kind {
    var singular: String {
        switch self {
        case .count: "count"
        case .ratio: "ratio"
        case .number: "number"
        case .duration: "duration"
        case .size: "size"
        }
    }

    var plural: String { self == .duration ? "durations" : singular + "s" }

    package var examples: String {
        switch self {
        case .count: "\"> 5\", \">= 5\", \"< 5\", \"<= 5\", \"5..10\" or 5"
        case .ratio: "\"> 0.8\", \">= 0.8\", \"< 0.5\" or \"0.2..0.4\""
        case .number: "\"> 5\", \"<= -0.5\", \"1..2.5\" or 5"
        case .duration: "\"< 24h\", \">= 10m\" or \"2h..1d\""
        case .size: "\"> 20MB\", \"<= 512KB\" or \"1MB..5MB\""
        }
    }

    var limits: String {
        switch self {
        case .count: "counts are 0 or more"
        case .ratio: "ratios are between 0 and 1"
        case .number: "write the smaller value first"
        case .duration: "durations are 0s or more"
        case .size: "sizes are 0B or more"
        }
    }

    var example: String {
        switch self {
        case .count: "> 5"
        case .ratio: ">= 0.8"
        case .number: "> 5"
        case .duration: "< 24h"
        case .size: "> 20MB"
        }
    }

    /// A Boolean value that indicates whether other YAML readers take a value alone as a number.
    var isNumber: Bool { self == .count || self == .ratio || self == .number }

    /// The pattern for JSON Schema.
    var pattern: String {
        let value =
            switch self {
            case .count: "[0-9]+"
            case .ratio: "[0-9]+(\\.[0-9]+)?"
            case .number: "-?[0-9]+(\\.[0-9]+)?"
            case .duration: "([0-9]+[smhdw])+"
            case .size: "[0-9]+(\\.[0-9]+)?(B|KB|MB|GB|TB|KiB|MiB|GiB)"
            }
        if self == .duration { return "^ *([<>]=? *\(value)|\(value) *\\.\\. *\(value)) *$" }
        return "^ *([<>]=? *)?\(value)( *\\.\\. *\(value))? *$"
    }

    func interval(_ text: String) -> Interval? {
        let text = text.filter { $0 != " " }
        for sign in [">=", "<=", ">", "<"] where text.hasPrefix(sign) {
            guard let value = value(text.dropFirst(sign.count)) else { return nil }
            let bound = Interval.Bound(value: value, isIncluded: sign.hasSuffix("="))
            return sign.hasPrefix(">") ? Interval(lower: bound) : Interval(upper: bound)
        }
        guard let dots = text.firstRange(of: "..") else {
            // Equality of durations is rejected: no member has joined exactly a day ago.
            return self == .duration ? nil : value(text[...]).map { between($0, $0) }
        }
        guard let lower = value(text[..<dots.lowerBound]), let upper = value(text[dots.upperBound...]) else { return nil }
        return between(lower, upper)
    }

    /// Returns whether any value of this kind lies within the interval.
    func canHold(_ interval: Interval) -> Bool {
        var lower = interval.lower ?? .init(value: self == .number ? -.infinity : 0, isIncluded: true)
        if lower.value < 0, self != .number { lower = .init(value: 0, isIncluded: true) }
        var upper = interval.upper ?? .init(value: self == .ratio ? 1 : .infinity, isIncluded: true)
        if self == .ratio, upper.value > 1 { upper = .init(value: 1, isIncluded: true) }
        if self == .count {  // There is no count between 3 and 4.
            if !lower.isIncluded { lower = .init(value: lower.value + 1, isIncluded: true) }
            if !upper.isIncluded { upper = .init(value: upper.value - 1, isIncluded: true) }
        }
        return lower.value < upper.value || lower.value == upper.value && lower.isIncluded && upper.isIncluded
    }

    /// Returns the comparison probably meant by `=> 5`, `=5`, `≥ 5`, `5-10`, `> 80%` or `< 24 hours`; `nil` if there is none.
    func repaired(_ text: String) -> String? {
        var rest = text.filter { $0 != " " }[...]
        let signs = [("=>", ">="), ("=<", "<="), ("≥", ">="), ("≤", "<="), ("==", ""), ("=", "")]
        var sign = ""
        if let known = [">=", "<=", ">", "<"].first(where: { rest.hasPrefix($0) }) {
            (sign, rest) = (known, rest.dropFirst(known.count))
        } else if let slip = signs.first(where: { rest.hasPrefix($0.0) }) {
            (sign, rest) = (slip.1, rest.dropFirst(slip.0.count))
        }
        let dots = ["...", "…", "–", "-"].reduce(String(rest)) { $0.replacing($1, with: "..") }
        let ends = sign.isEmpty ? dots.split(separator: "..", omittingEmptySubsequences: false) : [rest]
        let values = ends.compactMap(repairedValue)
        guard values.count == ends.count, values.count <= 2 else { return nil }
        if self == .duration, sign.isEmpty, values.count == 1 { sign = "<" }
        if self == .ratio, sign.isEmpty, values.count == 1 { sign = ">=" }
        let result = sign + (sign.isEmpty ? "" : " ") + values.joined(separator: "..")
        return interval(result).flatMap { canHold($0) ? result : nil }
    }

    private func repairedValue(_ text: Substring) -> String? {
        if value(text) != nil { return String(text) }
        let hint: String? =
            switch self {
            case .count: nil
            case .ratio: DecimalParser.hint(String(text), in: 0...1)
            case .number: DecimalParser.hint(String(text), in: -1e15...1e15)
            case .duration: DurationText.hint(text)
            case .size: SizeText.hint(text)
            }
        return hint.flatMap { $0.hasPrefix("write ") ? $0.dropFirst(6) : nil }.flatMap { value($0) == nil ? nil : String($0) }
    }

    private func value(_ text: Substring) -> Double? {
        switch self {
        case .count: Int32(text).flatMap { $0 >= 0 && !text.hasPrefix("+") ? Double($0) : nil }
        case .ratio: DecimalParser.number(text).flatMap { $0 >= 0 ? $0 : nil }
        case .number: DecimalParser.number(text)
        case .duration: DurationText.seconds(text).map(Double.init)
        case .size: SizeText.bytes(text).map(Double.init)
        }
    }

    private func between(_ lower: Double, _ upper: Double) -> Interval {
        Interval(lower: .init(value: lower, isIncluded: true), upper: .init(value: upper, isIncluded: true))
    }
}
