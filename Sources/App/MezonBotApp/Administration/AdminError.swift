import ChatModel

/// The reason why a request of a command cannot be understood.
enum AdminError: Error, Equatable, CustomStringConvertible {
    case unknownClan(String, known: [String])
    case ambiguousClan(String, ids: [ClanID])

    var description: String {
        switch self {
        case .unknownClan(let name, let known):
            "there is no clan '\(name)'"
                + (Spelling.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
                    ?? (known.isEmpty ? "" : "; known: \(known.joined(separator: ", "))"))
        case .ambiguousClan(let name, let ids):
            "several clans are named '\(name)'; use an id: \(ids.map { "\($0)" }.joined(separator: ", "))"
        }
    }
}
