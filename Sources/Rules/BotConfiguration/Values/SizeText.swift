/// A size in bytes: `512KB`, `20MB`, `1.5GB`, with decimal units as Mezon uses them; `20MiB` is binary.
enum SizeText {
    private static let units: [(name: String, bytes: Double)] = [
        ("B", 1), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
    ]

    /// The pattern for JSON Schema.
    static let pattern = "^[0-9]+(\\.[0-9]+)?(B|KB|MB|GB|TB|KiB|MiB|GiB)$"

    private static let largest = 1e15

    /// Parses a size; returns `nil` for anything else, and for more than a thousand terabytes.
    static func bytes(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let name = text.dropFirst(digits.count)
        guard digits.first?.isNumber == true, digits.last?.isNumber == true, let number = Double(digits),
            let unit = units.first(where: { $0.name == name }), number * unit.bytes <= largest
        else { return nil }
        return Int((number * unit.bytes).rounded())
    }

    /// Returns a suggestion for a mistyped size.
    static func hint(_ text: some StringProtocol) -> String {
        let compact = String(text).filter { $0 != " " }
        let digits = compact.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let name = compact.dropFirst(digits.count).uppercased()
        guard digits.first?.isNumber == true else { return general }
        let number = digits.replacing(",", with: ".")
        if name.isEmpty { return "write \(number)KB, \(number)MB or \(number)GB" }
        let unit = units.first { [$0.name.uppercased(), String($0.name.prefix(1)).uppercased()].contains(name) }
        return unit.map { "write \(number)\($0.name)" } ?? general
    }

    static let general = "write 512KB, 20MB or 1.5GB"
}
