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
