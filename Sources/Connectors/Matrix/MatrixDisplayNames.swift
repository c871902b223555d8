import ChatModel

/// The display names of users in rooms, as far as known. The oldest are dropped above the limit.
struct MatrixDisplayNames {
    private struct Key: Hashable {
        var room: ChannelID
        var text: String
    }

    private static let limit = 20_000
    private static let maxNameLength = 100  // Characters.

    private var names: [Key: String] = [:]
    /// The users that have a name.
    private var usersByName: [Key: Set<String>] = [:]
    private var order: [Key] = []
    private var oldest = 0

    /// Records a user's display name.
    ///
    /// - Parameter name: The name as chosen; nil if there is none.
    mutating func record(_ name: String?, of userID: String, in room: ChannelID) {
        let key = Key(room: room, text: userID)
        let name = Self.cleaned(name ?? "")
        guard names[key] != name else { return }
        forget(key)
        if names[key] == nil {
            if order.count < Self.limit {
                order.append(key)
            } else {
                forget(order[oldest])
                names[order[oldest]] = nil
                order[oldest] = key
                oldest = (oldest + 1) % order.count
            }
        }
        names[key] = name
        if !name.isEmpty { usersByName[Key(room: room, text: name), default: []].insert(userID) }
    }

    private mutating func forget(_ key: Key) {
        guard let name = names[key], !name.isEmpty else { return }
        let named = Key(room: key.room, text: name)
        usersByName[named]?.remove(key.text)
        if usersByName[named]?.isEmpty == true { usersByName[named] = nil }
    }

    /// Returns a user's name. If several users in the room share it, the full user id is added.
    func name(of userID: String, in room: ChannelID) -> String {
        guard let name = names[Key(room: room, text: userID)], !name.isEmpty else {
            return MatrixIdentifier.localpart(of: userID)
        }
        let isShared = usersByName[Key(room: room, text: name)].map { $0.count > 1 } ?? false
        return isShared ? "\(name) (\(userID))" : name
    }

    func isKnown(_ userID: String, in room: ChannelID) -> Bool { names[Key(room: room, text: userID)] != nil }

    /// Returns the name on one line, without invisible and bidirectional control characters.
    private static func cleaned(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(maxNameLength * 8).filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            case .format: scalar == "\u{200D}"  // Joins an emoji sequence.
            default: true
            }
        }
        return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .prefix(maxNameLength).description
    }
}
