/// A comparison with an age: `< 7 days`.
struct AccountAge: CustomStringConvertible {
    private let sign: String
    private let amount: Int
    /// The unit of a duration.
    private let unit: String

    /// The units, with their length in those of durations.
    private static let units: [String: (unit: String, factor: Int)] = [
        "minute": ("m", 1), "hour": ("h", 1), "day": ("d", 1), "week": ("d", 7), "month": ("d", 30), "year": ("d", 365),
    ]

    init?(_ text: String) {
        guard text.utf8.count <= 40, let found = text.lowercased().wholeMatch(of: /\s*(<|>)?\s*(\d{1,6})\s*([a-z]+?)?s?\s*/),
            let amount = Int(found.output.2), let unit = Self.units[found.output.3.map(String.init) ?? "day"]
        else { return nil }
        sign = found.output.1.map(String.init) ?? "<"
        self.amount = amount * unit.factor
        self.unit = unit.unit
    }

    var description: String { "\(sign) \(amount)\(unit)" }
}
