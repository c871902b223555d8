import MezonModel

/// What people are called in rooms, as far as it was told; the oldest go where there are too many.
struct MatrixDisplayNames {
    private struct Key: Hashable {
        var room: ChannelID
        var text: String
    }

    private static let most = 20_000
    private static let longestName = 100  // Characters.

    private var names: [Key: String] = [:]
    /// Who goes by a name.
    private var people: [Key: Set<String>] = [:]
    private var order: [Key] = []
    private var oldest = 0

    /// - Parameter name: as they chose it; nil where they chose none.
    mutating func note(_ name: String?, of person: String, in room: ChannelID) {
        let key = Key(room: room, text: person)
        let name = Self.cleaned(name ?? "")
        guard names[key] != name else { return }
        forget(key)
        if names[key] == nil {
            if order.count < Self.most {
                order.append(key)
            } else {
                forget(order[oldest])
                names[order[oldest]] = nil
                order[oldest] = key
                oldest = (oldest + 1) % order.count
            }
        }
        names[key] = name
        if !name.isEmpty { people[Key(room: room, text: name), default: []].insert(person) }
    }

    private mutating func forget(_ key: Key) {
        guard let name = names[key], !name.isEmpty else { return }
        let named = Key(room: key.room, text: name)
        people[named]?.remove(key.text)
        if people[named]?.isEmpty == true { people[named] = nil }
    }

    /// Whoever goes by the name of somebody else is shown with the whole of what Matrix calls them.
    func name(of person: String, in room: ChannelID) -> String {
        guard let name = names[Key(room: room, text: person)], !name.isEmpty else { return MatrixIdentifier.local(person) }
        let isShared = people[Key(room: room, text: name)].map { $0.count > 1 } ?? false
        return isShared ? "\(name) (\(person))" : name
    }

    func isKnown(_ person: String, in room: ChannelID) -> Bool { names[Key(room: room, text: person)] != nil }

    /// On one line, without signs that nobody sees or that turn the line around.
    private static func cleaned(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(longestName * 8).filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            case .format: scalar == "\u{200D}"  // Holds an emoji together.
            default: true
            }
        }
        return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .prefix(longestName).description
    }
}
