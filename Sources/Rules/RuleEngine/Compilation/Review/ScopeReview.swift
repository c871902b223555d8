import BotConfiguration

/// Finds limits of a rule that leave no event: channels for events without a channel, and a channel that is also excepted.
struct ScopeReview {
    private let reviewed: Reviewed
    private let diagnostics: DiagnosticCollector

    /// The triggers whose events have no channel. Those fired by hand are not among them.
    private static let placeless: Set<RuleTrigger.Kind> = [.join, .leave, .roleChange, .startup, .reconnected]
    private static let clanless: Set<RuleTrigger.Kind> = [.startup, .reconnected]

    init(_ reviewed: Reviewed, _ diagnostics: DiagnosticCollector) {
        self.reviewed = reviewed
        self.diagnostics = diagnostics
    }

    func run() {
        if case .map(let limits)? = reviewed.node.child("in")?.kind {
            reviewPlaces(limits)
            reviewExceptions(limits)
            reviewRepetitions(limits)
        }
        reviewThreads()
    }

    /// Reports what asks for the thread of an event in a rule whose events are in none.
    private func reviewThreads() {
        let limits = reviewed.node.child("in")
        let isOutside = reviewed.rule.triggers.allSatisfy { Self.placeless.contains($0.kind) }
        // A channel that is named may be a thread.
        let isExcluded = limits?.child("threads")?.scalarText == "exclude" && limits?.child("channels") == nil
        guard isOutside || isExcluded else { return }
        let parts = ["when", "then"].compactMap(reviewed.node.child)
        let asked =
            parts.flatMap(\.maps).joined().filter { $0.key == "thread_starter" }.map(\.keyPosition)
            + parts.flatMap(\.scalars).filter { $0.scalarText?.contains(/\{\{\s*thread\.author/) == true }.map(\.position)
        for position in asked {
            diagnostics.warning(
                "event-without-thread",
                isOutside
                    ? "the events of this rule are in no thread" : "the rule never acts in threads, by 'threads: exclude'",
                at: position, suggestion: isOutside ? "remove it" : "remove it, or write threads: only")
        }
    }

    private func reviewPlaces(_ limits: [ConfigNode.Entry]) {
        guard let entry = limits.first(where: { ["channels", "categories"].contains($0.key) }) else { return }
        let kinds = reviewed.rule.triggers.map(\.kind).filter(Self.placeless.contains)
        guard !kinds.isEmpty else { return }
        let isInClan = kinds.allSatisfy { !Self.clanless.contains($0) }
        diagnostics.warning(
            "event-without-channel",
            "the rule never acts on \(kinds.map(\.rawValue).joined(separator: " and ")), which happens in no channel",
            at: entry.keyPosition, suggestion: isInClan ? "write clans: [ … ] in its place" : "remove it")
    }

    private func reviewExceptions(_ limits: [ConfigNode.Entry]) {
        guard let channels = limits.first(where: { $0.key == "channels" })?.value.listItems,
            let excepted = limits.first(where: { $0.key == "except_channels" })?.value.listItems,
            !reviewed.rule.triggers.contains(where: \.kind.hasNoChannel)
        else { return }
        let named = Set(channels.compactMap(\.scalarText))
        for item in excepted {
            guard let name = item.scalarText, named.contains(name) else { continue }
            diagnostics.warning(
                "contradictory-channels", "the rule never acts in '\(name)', which is both in 'channels' and excepted",
                at: item.position, suggestion: "remove it from one of the two")
        }
    }

    private func reviewRepetitions(_ limits: [ConfigNode.Entry]) {
        for entry in limits {
            var known: Set<String> = []
            for item in entry.value.listItems {
                guard let name = item.scalarText, !known.insert(name).inserted else { continue }
                diagnostics.warning(
                    "name-twice", "'\(name)' is already in this list", at: item.position,
                    suggestion: "remove it, or write another name")
            }
        }
    }
}
