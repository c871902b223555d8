/// The arguments of `*settings <bot>`.
enum SettingsRequest<Settings: BotSettings>: Argument {
    case list
    case show(Setting<Settings>)
    case set(Setting<Settings>, JSONValue)
    case reset(Setting<Settings>)
    case history

    /// The words that cannot be names of settings.
    static var words: Set<String> { ["reset", "history"] }

    static var label: LocalizedText { "" }
    static var expects: LocalizedText {
        LocalizedText("the name of a setting, 'reset' or 'history'", vi: "tên một cài đặt, 'reset' hoặc 'history'")
    }
    static var isLast: Bool { true }
    static func usage(of label: String) -> String { "[name value… | reset name | history]" }

    static func read(_ reader: inout ArgumentReader) throws -> Self? {
        guard let word = try reader.word()?.text.lowercased() else { return .list }
        switch word {
        case "history": return .history
        case "reset":
            guard let name = try reader.word() else { throw unknown(nil) }
            guard let setting = Settings.setting(named: name.text) else { throw unknown(name) }
            return .reset(setting)
        default: break
        }
        guard let setting = Settings.setting(named: word) else { throw unknown(nil) }
        guard !reader.isAtEnd else { return .show(setting) }
        let start = reader
        if let value = try setting.read(&reader) { return .set(setting, value) }
        throw start.mismatchOfRest(setting.expects)
    }

    private static func unknown(_ word: ArgumentReader.Word?) -> UsageError {
        let names = Settings.settings.map(\.name).joined(separator: ", ")
        return UsageError(
            LocalizedText("no such setting; available: \(names)", vi: "không có cài đặt này; chỉ có \(names)"),
            at: word.map { $0.range.start..<$0.range.end })
    }
}
