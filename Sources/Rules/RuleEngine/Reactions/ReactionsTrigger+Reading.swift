import BotConfiguration

extension ReactionsTrigger {
    /// Takes its keys out of a map that may have other keys.
    init?(_ map: inout MapReader, _ compilation: CompilationContext) {
        let diagnostics = compilation.diagnostics
        let before = diagnostics.errors
        let emoji = map.take("emoji", "The emoji that count (default: all).")?.list(orSingle: true, diagnostics) ?? []
        self.emoji = Set(emoji.compactMap { $0.text(diagnostics) })
        let people = map.require("people", "The number of people who have reacted, for example `>= 3`.").flatMap {
            Comparison($0, .count, diagnostics)
        }
        let roles = map.take("by_role", "Roles of which a person must have one to count.")?.items(diagnostics) ?? []
        self.roles = Set(roles.compactMap { compilation.names.role($0, diagnostics) })
        memberFor = map.take("member_for", "The time for which a person must have been a member to count, for example `> 7d`.")
            .flatMap { Comparison($0, .duration, diagnostics) }
        guard diagnostics.errors == before, let people else { return nil }
        self.people = people
    }
}
