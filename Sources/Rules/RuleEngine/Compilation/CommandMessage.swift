/// A message that begins with the command prefix and a name: `*roles add dev`.
struct CommandMessage: Hashable, Sendable {
    let name: String
    let arguments: String

    init?(_ text: String, prefix: String) {
        guard !prefix.isEmpty, text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        let name = rest.prefix { !$0.isWhitespace }
        guard !name.isEmpty else { return nil }
        self.name = name.lowercased()
        arguments = String(rest.dropFirst(name.count).drop(while: \.isWhitespace))
    }
}
