import ChatModel
import ProgramBots

extension ActionFields {
    /// The kinds of actions, as `FixtureNames` writes them.
    static let kinds = [
        "reply", "send", "react", "unreact", "edit", "edit_reply", "delete", "dm", "ephemeral", "pin", "thread", "call", "run",
        "appoint",
        "dismiss", "request", "mute", "unmute", "kick", "unban", "add_role", "remove_role", "archive_thread", "nickname",
        "set_status",
        "create_channel", "archive_channel", "send_tokens", "give_coffee", "create_group", "close_conversation", "play_media",
        "relay",
        "relay edit", "relay delete", "relay reaction", "relay reaction back",
    ]

    /// - Throws: `JSONFields.FieldError` for a kind that no action has: an expectation that forbids it could not fail.
    static func verify(kind: String) throws {
        guard !kinds.contains(kind) else { return }
        throw JSONFields.FieldError(unknown: "action", kind, among: kinds)
    }
}

extension JSONFields.FieldError {
    /// An unknown word, with the one that was probably meant or all that are known.
    init(unknown what: String, _ word: String, among known: [String]) {
        let help = Spelling.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
        self.init(message: "unknown \(what) '\(word)'; \(help ?? "available: \(known.joined(separator: ", "))")")
    }
}
