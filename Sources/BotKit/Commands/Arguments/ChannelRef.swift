/// A channel, chosen from the list that opens after `#`, or named by id.
public struct ChannelRef: Argument, Hashable {
    public var id: ChannelID
    /// As the message shows it, without `#`; empty where it was named by id.
    public var name: String

    public static var label: LocalizedText { LocalizedText("channel", vi: "kênh") }
    public static var expects: LocalizedText { LocalizedText("a channel (#channel)", vi: "một kênh (#kênh)") }

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
