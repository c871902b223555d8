/// Which nick to ask for: the wanted one, and others like it while that is somebody else's.
struct IRCNickSelector: Equatable, Sendable {
    let wanted: String
    /// How long one may be; RFC 1459's nine where a server turned a longer one down.
    private var bytes = 64
    private(set) var tries = 0

    // nick_, nick__, nick___, then numbers; a server on which all of these are taken does not want us.
    static let mostTries = 30
    private static let mostUnderscores = 3

    init(wanted: String) { self.wanted = wanted }

    var current: String {
        switch tries {
        case 0: cut(wanted, leaving: 0)
        case 1...Self.mostUnderscores: cut(wanted, leaving: tries) + String(repeating: "_", count: tries)
        default: cut(wanted, leaving: 3) + "_\(tries + 6)"
        }
    }

    /// Somebody has it. `nil` when there is nothing left to try.
    mutating func taken() -> String? {
        guard tries < Self.mostTries else { return nil }
        tries += 1
        return current
    }

    /// The server holds it for no nick.
    mutating func malformed() -> String? {
        guard bytes > 9, current.utf8.count > 9 else { return nil }
        bytes = 9
        return current
    }

    /// Every nick under which we may be known on a network that has no place for longer ones, or has: what was ours once needs no
    /// remembering.
    static func all(for wanted: String) -> [String] {
        [64, 9].flatMap { bytes in
            (0...mostTries).map { tries in
                var choice = IRCNickSelector(wanted: wanted)
                choice.bytes = bytes
                choice.tries = tries
                return choice.current
            }
        }
    }

    private func cut(_ nick: String, leaving count: Int) -> String {
        var nick = nick
        while nick.utf8.count + count > bytes, !nick.isEmpty { nick.removeLast() }
        return nick
    }
}
