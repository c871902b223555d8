extension Bool: WordArgument {
    /// The label `yes|no`.
    public static var label: LocalizedText { LocalizedText("yes|no", vi: "có|không") }
    /// The phrase "yes or no".
    public static var expects: LocalizedText { LocalizedText("yes or no", vi: "có hoặc không") }

    /// Accepts yes, no, true, false, on, off, 1, 0 and their Vietnamese equivalents, in any case.
    public init?(_ word: String) {
        switch word.lowercased() {
        case "yes", "true", "on", "1", "có", "co", "bật", "đúng": self = true
        case "no", "false", "off", "0", "không", "khong", "ko", "tắt", "sai": self = false
        default: return nil
        }
    }
}
