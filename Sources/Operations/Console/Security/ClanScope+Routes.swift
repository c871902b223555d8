import MezonBotApp

extension Route {
    /// Returns whether a session may open an address. What concerns the application as a whole needs a session for everything.
    func isOpen(to scope: ClanScope) -> Bool {
        guard !scope.isEverything else { return true }
        switch self {
        case .health, .readiness, .metrics, .assistants, .asset, .open, .journalStream, .trace, .incident, .setting: return true
        case .screen(let screen): return screen.isOpen(to: scope)
        case .action(let action): return action.isOpen(to: scope)
        case .editorRun, .ruleMode, .suggestions, .rewind, .revisions: return false
        }
    }
}

extension Route.Screen {
    func isOpen(to scope: ClanScope) -> Bool {
        guard !scope.isEverything else { return true }
        switch self {
        case .overview, .journal, .incidents, .rules, .schedule, .bots, .settings: return true
        // Files, connections and the users of the local gateway belong to no clan.
        case .editor, .relays, .chat: return false
        }
    }
}

extension Route.Action {
    func isOpen(to scope: ClanScope) -> Bool {
        guard !scope.isEverything else { return true }
        switch self {
        case .chooseLanguage, .signOut, .undo, .changeJob, .trigger, .closeDeadLetter, .answerQuestion, .changeSetting:
            return true
        // A test contains whatever the rules do, in other clans too, and so do suggestions and rewinds.
        case .makeFixture, .resend, .changeMode, .runRule, .editor, .chat: return false
        }
    }
}
