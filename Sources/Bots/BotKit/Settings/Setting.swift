/// One of a bot's settings: a property, the values that it accepts, and its description.
public struct Setting<Settings: BotSettings>: Sendable {
    let name: String
    let summary: LocalizedText
    let expects: LocalizedText
    /// The kind of thing in the clan that a value refers to; nil for other values.
    let refersTo: SettingReference.Kind?
    /// Reads a value as users write it; nil if the words are none.
    let read: @Sendable (inout ArgumentReader) throws -> JSONValue?
    /// Sets the property; returns false for a value that is not accepted.
    let put: @Sendable (JSONValue, inout Settings) -> Bool
    /// Returns the property's value in stored form.
    let get: @Sendable (Settings) -> JSONValue

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - name: The name in commands: letters and digits.
    ///   - property: The property of the settings.
    ///   - summary: The description, in one phrase.
    ///   - vi: The description in Vietnamese.
    public init<Value: SettingValue>(
        _ name: String, _ property: any WritableKeyPath<Settings, Value> & Sendable, _ summary: String, vi: String
    ) {
        self.init(name, property, LocalizedText(summary, vi: vi), Value.settingExpects) { _ in true }
    }

    /// Creates a setting with a smallest and a largest value.
    ///
    /// - Parameters:
    ///   - name: The name in commands: letters and digits.
    ///   - property: The property of the settings.
    ///   - summary: The description, in one phrase.
    ///   - vi: The description in Vietnamese.
    ///   - limits: The values that are accepted.
    public init<Value: SettingValue & Comparable>(
        _ name: String, _ property: any WritableKeyPath<Settings, Value> & Sendable, _ summary: String, vi: String,
        in limits: ClosedRange<Value>
    ) {
        let (least, most) = (limits.lowerBound.setting.shown, limits.upperBound.setting.shown)
        let expects = LocalizedText(
            "\(Value.settingExpects.en) from \(least.en) to \(most.en)",
            vi: "\(Value.settingExpects.vi) từ \(least.vi) đến \(most.vi)")
        self.init(name, property, LocalizedText(summary, vi: vi), expects, limits.contains)
    }

    /// Creates a setting for a text.
    ///
    /// - Parameters:
    ///   - name: The name in commands: letters and digits.
    ///   - property: The property of the settings.
    ///   - summary: The description, in one phrase.
    ///   - vi: The description in Vietnamese.
    ///   - length: The numbers of characters that are accepted.
    public init(
        _ name: String, _ property: any WritableKeyPath<Settings, String> & Sendable, _ summary: String, vi: String,
        length: ClosedRange<Int>
    ) {
        let expects = LocalizedText(
            "a text of \(length.lowerBound) to \(length.upperBound) characters",
            vi: "đoạn văn từ \(length.lowerBound) đến \(length.upperBound) ký tự")
        self.init(name, property, LocalizedText(summary, vi: vi), expects) { length.contains($0.count) }
    }

    private init<Value: SettingValue>(
        _ name: String, _ property: any WritableKeyPath<Settings, Value> & Sendable, _ summary: LocalizedText,
        _ expects: LocalizedText, _ accepts: @escaping @Sendable (Value) -> Bool
    ) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0 | 0x20) || (48...57).contains($0) }
                && !SettingsRequest<Settings>.words.contains(name.lowercased()),
            "a setting's name is letters and digits, and no word of the command: '\(name)'")
        self.name = name
        self.summary = summary
        self.expects = expects
        refersTo = SettingReference.Kind(Value.self)
        read = { reader in
            guard let value = try Value.readSetting(&reader) else { return nil }
            return accepts(value) ? value.setting : nil
        }
        put = { stored, settings in
            guard let value = Value(setting: stored), accepts(value) else { return false }
            settings[keyPath: property] = value
            return true
        }
        get = { $0[keyPath: property].setting }
    }

    /// The default value in stored form.
    var fallback: JSONValue { self.get(Settings()) }

    /// Reads a value that is the whole of a text.
    ///
    /// - Throws: `UsageError`.
    func value(of text: String) throws -> JSONValue {
        var reader = ArgumentReader(CommandText(text), at: 0)
        do {
            guard let value = try read(&reader), reader.isAtEnd else { throw UsageError(.expected(expects)) }
            return value
        } catch let error as LocatedUsageError {
            throw UsageError(error.wording)
        }
    }
}
