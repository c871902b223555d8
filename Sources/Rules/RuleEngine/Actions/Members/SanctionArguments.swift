import BotConfiguration

/// The arguments of `kick`, `ban` and similar actions: `{ to, reason }`, or nothing.
struct SanctionArguments: Sendable {
    let whom: MemberGroup
    private let reason: Template?

    /// Creates the default arguments: the author, with the rule's own reason.
    init() {
        whom = .one(.author)
        reason = nil
    }

    /// Takes the keys out of a map that may have other keys as well.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let before = compilation.diagnostics.errors
        let whom = MemberGroup.reading(&map, compilation)
        let reason = map.take("reason", "The reason, for the case and the audit log.").flatMap { Template($0, compilation) }
        guard compilation.diagnostics.errors == before, let whom else { return nil }
        self.whom = whom
        self.reason = reason
    }

    /// Reads the arguments of a keyword that may stand alone and that takes no other keys.
    init?(_ keyword: KeywordNode, _ compilation: CompilationContext) {
        guard let argument = keyword.value else {
            self.init()
            return
        }
        guard var map = MapReader(argument, "'\(keyword.name)'", compilation.diagnostics) else { return nil }
        let sanction = SanctionArguments(&map, compilation)
        map.finish()
        guard let sanction else { return nil }
        self = sanction
    }

    func cause(_ context: ActionContext) -> String { reason?.text(context) ?? context.cause }
}
