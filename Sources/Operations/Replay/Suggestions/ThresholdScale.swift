import BotConfiguration
import ChatModel
import Foundation

/// The steps in which the numbers of a kind of comparison are told apart: fine enough for a rule, and few enough to count each.
struct ThresholdScale {
    let kind: Comparison.Kind

    private static let thousandths = 1000.0

    /// The width of the step that a number falls into.
    private func step(_ value: Double) -> Double {
        switch kind {
        case .ratio, .number: return 1 / Self.thousandths
        case .duration:
            return value < 120 ? 1 : value < 7200 ? 60 : value < 172_800 ? 3600 : 86_400
        case .count, .size:
            // Three digits.
            let digits = value < 1 ? 0 : log10(value).rounded(.down)
            return max(1, pow(10, digits - 2))
        }
    }

    /// The number of the step that a value falls into, and of the next one.
    func floor(_ value: Double) -> Double { rounded((value / step(value) + 1e-9).rounded(.down) * step(value)) }
    func next(_ value: Double) -> Double { rounded(floor(value) + step(value)) }

    private func rounded(_ value: Double) -> Double {
        kind == .ratio || kind == .number ? (value * Self.thousandths).rounded() / Self.thousandths : value.rounded()
    }

    /// Returns a comparison that tells the numbers from `cut` on from those below it, in the direction of another one; nil if that
    /// one has two bounds, or if there is no such comparison.
    func comparison(like other: Comparison, at cut: Double) -> Comparison? {
        let isLower = other.interval.lower != nil
        guard isLower != (other.interval.upper != nil),
            let sign = ["<=", ">=", "<", ">"].first(where: other.description.hasPrefix)
        else { return nil }
        let isWhole = kind == .count
        let operation: (String, Double) =
            switch sign {
            case ">" where isWhole: (">", cut - 1)
            case "<=" where isWhole: ("<=", cut - 1)
            default: isLower ? (">=", cut) : ("<", cut)
            }
        let rest = other.description.dropFirst(sign.count)
        let space = rest.prefix { $0 == " " }
        guard let number = text(operation.1) else { return nil }
        return Comparison("\(operation.0)\(space)\(number)", kind)
    }

    private func text(_ value: Double) -> String? {
        guard value >= 0 || kind == .number, abs(value) < 1e12 else { return nil }
        switch kind {
        case .count: return "\(Int(value))"
        case .duration: return DurationText.text(seconds: Int(value))
        case .size:
            let unit = [("GB", 1e9), ("MB", 1e6), ("KB", 1e3)].first { value >= $0.1 } ?? ("B", 1)
            return Self.decimal(value / unit.1) + unit.0
        case .ratio, .number: return Self.decimal(value)
        }
    }

    private static func decimal(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}
