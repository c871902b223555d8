/// A place on the map.
///
///     [.send(Draft(location: Location(latitude: 10.7769, longitude: 106.7009)))]
public struct Location: Hashable, Sendable {
    /// The latitude in degrees: -90 to 90.
    public var latitude: Double
    /// The longitude in degrees: -180 to 180.
    public var longitude: Double

    private static let address = "https://www.google.com/maps?q="  // As Mezon's clients write it.
    private static let options = "&z=14&t=m&mapclient=embed"

    /// Creates a location. Its limits are checked when it is sent.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads the address of a map; nil if the text has none.
    init?(_ text: String) {
        guard text.hasPrefix(Self.address) else { return nil }
        let numbers = text.dropFirst(Self.address.count).prefix { $0 != "&" }.split(separator: ",").map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], (-90...90).contains(latitude),
            (-180...180).contains(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The content of a message with the location.
    var content: Content {
        let range = TextRange(0, text.utf16.count)
        return Content(
            text, markup: [Markup("lk", range)], extras: ["lk": [["s": 0, "e": .integer(Int64(range.end))]]])
    }

    private var text: String { "\(Self.address)\(Self.text(latitude)),\(Self.text(longitude))\(Self.options)" }

    /// Returns degrees with six decimals, a tenth of a metre, and without an exponent.
    private static func text(_ degrees: Double) -> String {
        guard let millionths = Int(exactly: (degrees * 1_000_000).rounded()) else { return "\(degrees)" }
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(millionths < 0 ? "-" : "")\(whole).\(String(1_000_000 + rest).dropFirst())"
    }
}

extension Content {
    var location: Location? { Location(text) }
}
