/// The command and the form with which a clan's moderators change a bot's settings.
enum SettingsCommand<B: Bot> {
    /// - Parameter editors: The users who may change settings.
    static func commands(for editors: Audience) -> [Command<B>] {
        guard !B.Settings.settings.isEmpty else { return [] }
        let names = B.Settings.settings.map { $0.name.lowercased() }
        precondition(Set(names).count == names.count, "\(B.manifest.name): two settings have the same name")
        var command = Command<B>(
            "settings \(B.manifest.name)", "Show or change the settings of \(B.manifest.name) in this clan",
            vi: "Xem hoặc đổi cài đặt của \(B.manifest.name) trong clan này", for: editors, follows: false
        ) { (context: BotContext<B>, request: SettingsRequest<B.Settings>) in
            try await SettingsRun(context: context).answer(request)
        }
        command.isOfApplication = true
        return [command]
    }

    static func press(for editors: Audience) -> Press<B>? {
        guard !B.Settings.settings.isEmpty else { return nil }
        return Press(application: SettingsRun<B>.route, editors) { context, submission in
            try await SettingsRun(context: context).submit(submission)
        }
    }
}

extension BotInvocation {
    /// Returns the reason why the user may not change what holds for the whole clan; nil for a moderator of the clan.
    func editRefusal() async throws -> LocalizedText? {
        guard !context.clan.isNone else {
            return LocalizedText("Use this in a channel of the clan.", vi: "Hãy dùng lệnh này trong một kênh của clan.")
        }
        guard case .truth(true) = try await read(.isModerator(context.user, clan: context.clan)) else {
            return LocalizedText(
                "This is restricted to the moderators of this clan.", vi: "Chỉ người điều hành của clan này mới đổi được.")
        }
        return nil
    }
}
