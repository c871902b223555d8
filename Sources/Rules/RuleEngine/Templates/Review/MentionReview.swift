import BotConfiguration

/// Finds messages that address users by `@everyone`, or by the name of a role or user, without the permission to notify them.
/// A name further inside a text may be meant as text, as in “please do not use @everyone”.
struct MentionReview {
    let text: Template
    let node: ConfigNode
    let rights: AllowedMentions
    /// A Boolean value that indicates whether the text is the whole argument of an action.
    let isAlone: Bool
    let compilation: CompilationContext

    func run() {
        guard let start = text.beginning else { return }
        let blank = start.prefix(while: \.isWhitespace)
        guard start.dropFirst(blank.count).first == "@" else { return }
        let name = String(start.dropFirst(blank.count + 1).prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) })
        guard isAddressee(name), !rights.allow(name) else { return }
        let permission = "allow_mentions: [\(name == "here" ? "everyone" : name)]"
        compilation.diagnostics.warning(
            "notifies-nobody", "'@\(name)' notifies nobody without 'allow_mentions'",
            at: node.position(ofScalarAt: blank.unicodeScalars.count, length: name.unicodeScalars.count + 1),
            suggestion: isAlone ? "write { text: …, \(permission) }" : "add \(permission)")
    }

    private func isAddressee(_ name: String) -> Bool {
        ["everyone", "here"].contains(name)
            || compilation.names.all.contains { $0.name == name && [.roles, .users].contains($0.kind) }
    }
}
