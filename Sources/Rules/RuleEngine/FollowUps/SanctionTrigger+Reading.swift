import BotConfiguration

extension SanctionTrigger {
    /// The kinds of sanctions that open cases.
    static let known = [
        WarnAction.name, DeleteAction.name, MuteAction.name, KickAction.name, BanAction.name, AddRoleAction.name,
        RemoveRoleAction.name,
    ]

    /// Takes its keys out of a map that may have other keys.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        let kinds = map.take(
            "kind", "The kinds of sanctions: warn, delete, mute, kick, ban, add_role, remove_role (default: all).")?
            .items(diagnostics)?.compactMap { $0.word(of: Self.known, "a kind of sanction", diagnostics) }
        let rules = map.take("rule", "The rules whose sanctions count (default: all).")?.items(diagnostics)?.compactMap {
            $0.text(diagnostics)
        }
        guard diagnostics.errors == before else { return nil }
        self.kinds = Set(kinds ?? [])
        self.rules = Set(rules ?? [])
    }
}
