import MezonModel

extension Wording {
    static func belongsHere(_ expects: Wording) -> Wording {
        Wording("\(expects.en) belongs here", vi: "chỗ này cần \(expects.vi)")
    }
}
