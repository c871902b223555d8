/// Suggestions for texts without quotes that begin with `!` or `*`, which YAML takes for a tag or an alias.
enum UnquotedMark {
    /// Returns what to write for an unknown tag.
    ///
    /// - Parameters:
    ///   - text: The text without quotes that follows it; `nil` if something else follows.
    ///   - key: The key of the value.
    static func hint(forTag tag: String, before text: String?, under key: String?) -> String {
        guard let text, tag.hasPrefix("!"), tag.dropFirst().allSatisfy({ $0.isLetter || $0 == "-" }) else { return "remove it" }
        if key == "command", text.isEmpty { return "write \(tag.dropFirst()), without the prefix" }
        let whole = text.isEmpty ? tag : "\(tag) \(text)"
        return "put quotes around a text: \(ConfigNode.quoted(whole)); or remove the tag"
    }

    /// Returns what to write for an unknown alias.
    static func hint(forAlias name: String, under key: String?) -> String {
        key == "command" && !name.contains(" ") ? "write \(name), without the prefix" : "write the value out, or quote the text"
    }
}
