import ChatModel

extension LocalizedText {
    static func belongsHere(_ expects: LocalizedText) -> LocalizedText {
        LocalizedText("expected \(expects.en)", vi: "chỗ này cần \(expects.vi)")
    }
}
