import ChatModel

extension LocalizedText {
    static func expected(_ expects: LocalizedText) -> LocalizedText {
        LocalizedText("expected \(expects.en)", vi: "chỗ này cần \(expects.vi)")
    }
}
