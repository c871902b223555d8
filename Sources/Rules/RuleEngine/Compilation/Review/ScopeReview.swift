import BotConfiguration

/// Finds limits of a rule that leave no event: channels for events without a channel, a channel that is also excepted, and
/// exemptions for what the rule looks for.
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
        reviewBots()
        reviewExemption()
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

    private func reviewBots() {
        guard reviewed.rule.exemption.bots ?? true else { return }
        for part in reviewed.when?.conjuncts ?? [] {
            guard let entry = part.onlyEntry, entry.key == "author", let node = entry.value.child("is_bot"),
                node.scalarText == "true"
            else { continue }
            diagnostics.warning(
                "bots-are-exempt", "this never holds: rules ignore bots unless 'except' says otherwise", at: node.position,
                suggestion: "add except: { bots: false } to the rule")
        }
    }

    private func reviewExemption() {
        guard let exempt = reviewed.node.child("except")?.child("when"), let when = reviewed.when else { return }
        let required = Set(when.conjuncts.map(\.json))
        guard exempt.conjuncts.allSatisfy({ required.contains($0.json) }) else { return }
        diagnostics.warning(
            "contradictory-exception", "the rule never acts: whatever it looks for is excepted",
            at: exempt.firstScalar?.position ?? exempt.position,
            suggestion: "change or remove this condition")
    }
}
