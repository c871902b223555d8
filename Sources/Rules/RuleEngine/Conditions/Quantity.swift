/// A measured value, with its text as shown next to the comparison.
struct Quantity: Hashable, Sendable, CustomStringConvertible {
    let value: Double
    let description: String

    /// Returns a count.
    ///
    /// - Parameter rest: The text after the number, for example ` in 8s`.
    static func count(_ count: Int, _ rest: String = "") -> Quantity {
        Quantity(value: Double(count), description: "\(count)\(rest)")
    }

    /// Returns a ratio shown with two decimal places, the precision that rules use.
    static func ratio(_ ratio: Double, _ rest: String = "") -> Quantity {
        let hundredths = Int((min(max(ratio, 0), 1) * 100).rounded())
        let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
        return Quantity(value: ratio, description: "\(hundredths / 100).\(digits)\(rest)")
    }

    /// Returns a probability shown with three decimal places.
    static func probability(_ probability: Double) -> Quantity {
        let thousandths = Int((min(max(probability, 0), 1) * 1000).rounded())
        let digits = "\(thousandths % 1000)"
        return Quantity(
            value: probability,
            description: "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits)
    }

    /// Returns points, shown without superfluous decimal places. Sums of decimal fractions are rounded to thousandths.
    static func points(_ points: Double) -> Quantity {
        let value = (points * 1000).rounded() / 1000
        return Quantity(value: value, description: Int(exactly: value).map(String.init) ?? "\(value)")
    }

    /// Returns a number up to a thousand as text with one decimal place.
    static func tenths(_ number: Double) -> String {
        let tenths = Int((min(max(number, 0), 1000) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Returns a duration shown in its two largest units: `2h`, `3d4h`.
    static func duration(seconds: Double) -> Quantity {
        var rest = Int(min(max(seconds, 0), 1e15))
        var parts: [String] = []
        for (name, length) in [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)] where rest >= length && parts.count < 2 {
            parts.append("\(rest / length)\(name)")
            rest %= length
        }
        return Quantity(value: seconds, description: parts.isEmpty ? "0s" : parts.joined())
    }

    static func size(bytes: Int) -> Quantity {
        let unit = [("GB", 1e9), ("MB", 1e6), ("KB", 1e3)].first { Double(bytes) >= $0.1 } ?? ("B", 1)
        let tenths = Int((Double(bytes) / unit.1 * 10).rounded())
        let digits = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        return Quantity(value: Double(bytes), description: digits + unit.0)
    }
}
