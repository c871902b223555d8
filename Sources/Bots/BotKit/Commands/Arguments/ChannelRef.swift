/// A channel argument, chosen from the list that opens after `#`, or given by id.
public struct ChannelRef: Argument, Hashable {
    /// The channel's id.
    public var id: ChannelID
    /// The name shown in the message, without `#`; empty if the channel was given by id.
    public var name: String

    /// The label `channel`.
    public static var label: LocalizedText { LocalizedText("channel", vi: "kênh") }
    /// The phrase "a channel (#channel)".
    public static var expects: LocalizedText { LocalizedText("a channel (#channel)", vi: "một kênh (#kênh)") }

    /// Reads a channel reference or an id.
    ///
    /// - Throws: `UsageError` if a name was typed after `#` and not chosen from the list.
    public static func read(_ reader: inout ArgumentReader) throws -> ChannelRef? {
        if let (id, word) = reader.channel() { return ChannelRef(id: id, name: String(word.dropFirst())) }
        guard let word = try reader.word()?.text else { return nil }
        if word.hasPrefix("#") {
            throw UsageError(
                LocalizedText(
                    "choose the channel from the list that opens after #", vi: "hãy chọn kênh trong danh sách hiện ra sau #"))
        }
        return UnresolvedReference.id(word).map { ChannelRef(id: ChannelID($0), name: "") }
    }
}
