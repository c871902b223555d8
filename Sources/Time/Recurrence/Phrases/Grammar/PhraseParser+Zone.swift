import Foundation

extension PhraseParser {
    /// Parses `Asia/Tokyo`, `UTC+9`, `London time`, `giờ Nhật`; only after a time of day.
    mutating func zone(into time: inout ParsedTime) -> Bool {
        guard time.zone == nil, !time.clocks.isEmpty || time.partOfDay != nil else { return false }
        let start = index
        if let name = databaseName() ?? offsetZone() ?? placeTime() {
            time.zone = .init(value: name, range: start..<index)
            return true
        }
        // An unknown place, such as `Atlantis time`.
        if !time.clocks.isEmpty, token()?.isCapitalised == true, token(1)?.text == "time" {
            index += 2
            time.zone = .init(value: "", range: start..<index)
            return true
        }
        // An abbreviation stands for several time zones; in lower case it may be any word.
        guard token()?.kind == .word, token()?.isSmall == false, take(.abbreviatedZone) else { return false }
        time.zone = .init(value: "", range: start..<index)
        return true
    }

    /// Parses a time zone alone, as in a setting.
    mutating func zoneName() -> String? {
        if let name = databaseName() ?? offsetZone() ?? placeTime() { return name }
        return take { if case .place(let name) = $0 { name } else { nil } }
    }

    private mutating func databaseName() -> String? {
        attempt { parser in
            guard let area = parser.token(), area.kind == .word, Self.areas.contains(area.text) else { return nil }
            var name = area.text.split(separator: "_").map(\.capitalized).joined(separator: "_")
            parser.index += 1
            guard case .sign("/")? = parser.token()?.kind, parser.token()?.followsDirectly == true else { return nil }
            while let next = parser.token(), next.followsDirectly {
                switch next.kind {
                case .word: name += Self.written(next)
                case .number: name += next.text
                case .sign(let sign) where "/-+_".contains(sign) && parser.token(1)?.followsDirectly == true: name.append(sign)
                default: return name
                }
                parser.index += 1
            }
            return name
        }
    }

    /// Returns a word as the database spells it: capitalized, except for connecting words.
    private static func written(_ token: PhraseToken) -> String {
        if ["au", "of", "es"].contains(token.text) { return token.text }
        return token.text.split(separator: "_").map { ["of", "es"].contains($0) ? String($0) : $0.capitalized }.joined(
            separator: "_")
    }

    private static let areas: Set<String> = [
        "africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "europe", "indian", "pacific", "etc",
    ]

    /// The database names the zones of whole hours with inverted signs.
    private mutating func offsetZone() -> String? {
        guard take(.utc) else { return nil }
        let offset: String? = attempt { parser in
            guard case .sign(let sign)? = parser.token()?.kind, sign == "+" || sign == "-",
                parser.token()?.followsDirectly == true
            else {
                return nil
            }
            parser.index += 1
            guard let hours = parser.digits(glued: true) else { return nil }
            guard hours.value <= (sign == "+" ? 14 : 12) else { return "" }
            return hours.value == 0 ? "UTC" : "Etc/GMT\(sign == "+" ? "-" : "+")\(hours.value)"
        }
        return offset ?? "UTC"
    }

    private mutating func placeTime() -> String? {
        attempt { parser in
            func place(_ parser: inout PhraseParser) -> String? {
                parser.take { if case .place(let name) = $0 { name } else { nil } }
            }
            if parser.tokens[parser.index...].first?.text != "time", parser.take(.zoneWord) { return place(&parser) }
            guard let name = place(&parser), parser.take(.zoneWord) else { return nil }
            return name
        }
    }
}
