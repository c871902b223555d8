/// A level of Zeppelin's protection from raids.
struct ZeppelinLevel {
    /// The alert level in its place.
    let word: String
    /// The remark for a level that is not told from another: there are three alert levels, and four of Zeppelin.
    let remark: ImportRemark?

    init(_ text: String) {
        word =
            switch text.lowercased() {
            case "high": "raid"
            case "medium": "raised"
            default: "calm"
            }
        remark =
            word == "calm" ? .gap("antiraid_level", "the levels off and low are both calm", instead: "use medium for low") : nil
    }
}
