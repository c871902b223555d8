import Foundation

/// One use of a bot's settings in a clan: what is shown, and what is changed.
struct SettingsRun<B: Bot>: Sendable {
    let context: BotContext<B>
    private var invocation: BotInvocation { context.invocation }
    private var name: String { B.manifest.name }
    private var key: String { StoredSettings.key(context.clan) }
    private var language: Language { context.language }
    private typealias Item = Setting<B.Settings>

    static var route: String { "~settings" }
    private static var shownChanges: Int { 15 }

    /// Answers the command.
    func answer(_ request: SettingsRequest<B.Settings>) async throws -> [Action] {
        if let refusal = try await invocation.editRefusal() { return [.reply(Draft(refusal.text(in: language)))] }
        switch request {
        case .list: return [.reply(try await list())]
        case .show(let setting): return [.reply(Draft(try await line(setting, try await stored())))]
        case .history: return [.reply(Draft(try await history()))]
        case .set(let setting, let value): return [.reply(Draft(try await set(setting, to: value)))]
        case .reset(let setting): return [.reply(Draft(try await set(setting, to: nil)))]
        }
    }

    /// Changes what a user has changed in the form below a listing.
    func submit(_ submission: Submission) async throws -> [Action] {
        func told(_ text: String) -> [Action] { [.ephemeral(Draft(text), to: context.user)] }
        if let refusal = try await invocation.editRefusal() { return told(refusal.text(in: language)) }
        guard let message = context.message else { return [] }
        var lines: [String] = []
        for field in FormPart.list(of: message.content) {
            // A client may leave out fields that were not touched.
            guard let setting = B.Settings.setting(named: field.name), let text = submission.values[field.name]?.first,
                text != field.initial.first
            else { continue }
            let value: JSONValue
            do {
                value = try setting.value(of: text)
            } catch let error as UsageError {
                throw UsageError(
                    LocalizedText("\(setting.name): \(error.wording.en)", vi: "\(setting.name): \(error.wording.vi)"))
            }
            lines.append(try await set(setting, to: value))
        }
        return told(
            lines.isEmpty ? context.words("Nothing was changed.", vi: "Không có gì thay đổi.") : lines.joined(separator: "\n"))
    }

    /// Makes a change that was requested outside of the chat.
    func apply(_ change: SystemEvent.SettingChange) async throws -> String {
        guard !change.clan.isNone, let setting = B.Settings.setting(named: change.name) else {
            return "no such setting: \(change.name)"
        }
        do {
            return try await set(setting, to: try change.value.map(setting.value(of:)), by: change.by)
        } catch let error as UsageError {
            return "\(setting.name): \(error.wording.en)"
        }
    }

    private func stored() async throws -> StoredSettings { try StoredSettings(try await invocation.state(key)) }

    /// Changes a value, and returns what users are told.
    private func set(_ setting: Setting<B.Settings>, to value: JSONValue?, by author: String? = nil) async throws -> String {
        if let value, let reference = SettingReference(value), try await reference.name(in: context) == nil {
            throw UsageError(LocalizedText("this is not in this clan", vi: "clan này không có mục đó"), about: 0)
        }
        var settings = try await stored()
        let value = value == setting.fallback ? nil : value
        let by = author ?? context.message?.author.username ?? "\(context.user)"
        guard settings.set(setting.name, to: value, by: by, author == nil ? context.user : nil, at: context.now) else {
            return try await line(setting, settings)
        }
        try invocation.put(try settings.stored(), under: key)
        let shown = try await text(value ?? setting.fallback)
        return value == nil
            ? context.words("\(setting.name) is the default again: \(shown)", vi: "\(setting.name) trở về mặc định: \(shown)")
            : context.words("\(setting.name) is now \(shown)", vi: "\(setting.name) nay là \(shown)")
    }

    private func list() async throws -> Draft {
        let stored = try await stored()
        var lines = [context.words("Settings of \(name) in this clan:", vi: "Cài đặt của \(name) trong clan này:")]
        for setting in B.Settings.settings { lines.append("• " + (try await line(setting, stored))) }
        lines.append(
            context.words(
                "\(context.prefix)settings \(name) <name> <value> changes one.",
                vi: "\(context.prefix)settings \(name) <tên> <giá trị> để đổi."))
        let draft = Draft(lines.joined(separator: "\n"))
        // Clients of other networks show no forms.
        guard !context.channel.isExternal, B.Settings.settings.count <= SelectOption.maxOptions else { return draft }
        let values = B.Settings(stored)
        let fields = B.Settings.settings.map { setting in
            CardField.input(
                .text(
                    setting.name, setting.name, placeholder: setting.expects.text(in: language),
                    value: setting.get(values).written))
        }
        let save = ComponentID(bot: name, route: Self.route, payload: "").text
        return try draft.adding(Card(name, fields: fields)).adding(
            .button(id: save, label: context.words("Save", vi: "Lưu"), style: .primary))
    }

    private func line(_ setting: Setting<B.Settings>, _ stored: StoredSettings) async throws -> String {
        let value = setting.get(B.Settings(stored))
        let isDefault = stored.values[setting.name] == nil
        let note = isDefault ? context.words(" (default)", vi: " (mặc định)") : ""
        let summary = setting.summary.text(in: language)
        return "\(setting.name): \(try await text(value))\(note) – \(summary); \(setting.expects.text(in: language))"
    }

    private func history() async throws -> String {
        let changes = try await stored().changes.suffix(Self.shownChanges).reversed()
        guard !changes.isEmpty else {
            return context.words("The settings have never been changed.", vi: "Chưa ai thay đổi cài đặt nào.")
        }
        var lines: [String] = []
        for change in changes {
            let fallback = B.Settings.setting(named: change.name)?.fallback ?? .null
            let (from, to) = (try await text(change.from ?? fallback), try await text(change.to ?? fallback))
            lines.append("\(context.text(of: change.at, in: context.timeZone)) · \(change.by): \(change.name) \(from) → \(to)")
        }
        return lines.joined(separator: "\n")
    }

    private func text(_ value: JSONValue) async throws -> String {
        if let reference = SettingReference(value), let name = try await reference.name(in: context) { return name }
        return value.shown.text(in: language)
    }
}
