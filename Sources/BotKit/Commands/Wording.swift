import MezonModel

extension LocalizedText {
    static func belongsHere(_ expects: LocalizedText) -> LocalizedText {
        LocalizedText("\(expects.en) belongs here", vi: "chỗ này cần \(expects.vi)")
    }
}
