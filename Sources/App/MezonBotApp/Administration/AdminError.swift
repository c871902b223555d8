import ChatModel

/// The reason why a request of a command cannot be understood.
enum AdminError: Error, Equatable, CustomStringConvertible {
    case unknownClan(String, known: [String])
    case ambiguousClan(String, ids: [ClanID])
    /// The value of a setting names no channel, role or user of the clan.
    case unknownChoice(_ kind: String, String, nearest: String?)
    case ambiguousChoice(_ kind: String, String, found: [String])

    var description: String {
        switch self {
        case .unknownClan(let name, let known):
            "there is no clan '\(name)'"
                + (Spelling.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
                    ?? (known.isEmpty ? "" : "; known: \(known.joined(separator: ", "))"))
        case .ambiguousClan(let name, let ids):
            "several clans are named '\(name)'; use an id: \(ids.map { "\($0)" }.joined(separator: ", "))"
        case .unknownChoice(let kind, "", _): "enter a \(kind) by its name or id"
        case .unknownChoice(let kind, let name, let nearest):
            "this clan has no \(kind) '\(name)' that the bot knows"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "; enter its id if it is not in the list")
        case .ambiguousChoice(let kind, let name, let found):
            "several \(kind)s are named '\(name)'; use an id: \(found.joined(separator: ", "))"
        }
    }
}
