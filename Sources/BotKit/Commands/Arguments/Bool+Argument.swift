extension Bool: WordArgument {
    public static var label: LocalizedText { LocalizedText("yes|no", vi: "có|không") }
    public static var expects: LocalizedText { LocalizedText("yes or no", vi: "có hoặc không") }

    public init?(_ word: String) {
        switch word.lowercased() {
        case "yes", "true", "on", "1", "có", "co", "bật", "đúng": self = true
        case "no", "false", "off", "0", "không", "khong", "ko", "tắt", "sai": self = false
        default: return nil
        }
    }
}
