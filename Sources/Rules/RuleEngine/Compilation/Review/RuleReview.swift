import BotConfiguration
import ChatModel

/// Checks the compiled rules for configurations that are valid but probably unintended.
struct RuleReview {
    private let rules: [Reviewed]
    private let names: NameRegistry
    private let privateChannels: Set<ChannelID>
    /// The prefixes of commands in all clans.
    private let prefixes: [String]
    private let diagnostics: DiagnosticCollector

    /// - Parameters:
    ///   - rules: The rules in evaluation order.
    ///   - declarations: The rules as written.
    ///   - privateChannels: The channels that the configuration declares private.
    ///   - prefixes: The prefixes of commands in all clans.
    init(
        _ rules: [CompiledRule], _ declarations: [RuleDeclaration], names: NameRegistry, privateChannels: Set<ChannelID>,
        prefixes: [String], _ diagnostics: DiagnosticCollector
    ) {
        self.rules = Reviewed.all(of: rules, declarations)
        self.names = names
        self.privateChannels = privateChannels
        self.prefixes = prefixes
        self.diagnostics = diagnostics
    }

    func run() {
        for reviewed in rules where reviewed.rule.mode != .disabled {
            warnOfDanger(reviewed)
            ScopeReview(reviewed, diagnostics).run()
            let commands = CommandTextReview(rule: reviewed.rule, prefixes: prefixes, diagnostics: diagnostics)
            for part in reviewed.when?.conjuncts ?? [] { commands.review(part) }
        }
        RelayReview(names: names, diagnostics: diagnostics).review(rules)
        PrivacyReview(privateChannels: privateChannels, names: names, diagnostics: diagnostics).review(rules)
    }

    /// Warns of risky enforced rules. Rules in shadow mode are harmless and are checked once they are enforced.
    private func warnOfDanger(_ reviewed: Reviewed) {
        let rule = reviewed.rule
        guard rule.mode == .enforce, rule.punishes, !rule.isUserInitiated else { return }
        if rule.scope.isEverywhere {
            diagnostics.warning(
                "wide-scope", "'\(rule.id)' acts against users in every channel the bot can see", at: reviewed.position,
                suggestion: "write in: { clans: [ … ] }, or name the channels")
        }
        if rule.exemption.isEmpty {
            diagnostics.warning(
                "no-exemption", "no one is exempt from '\(rule.id)', not even moderators", at: reviewed.position,
                suggestion: "write except: { roles: [ … ] } here or under defaults")
        }
        let isAboutTexts = rule.triggers.contains { $0.kind == .message || $0.kind == .edit }
        if rule.when == nil, isAboutTexts {
            diagnostics.warning(
                "no-condition", "'\(rule.id)' acts against every user who sends a message", at: reviewed.position,
                suggestion: "write when: …, or remove mode: enforce for now")
        }
        if rule.tests.isEmpty, reviewed.node.child("mode") != nil {
            diagnostics.warning(
                "no-tests", "'\(rule.id)' is enforced but has no tests", at: reviewed.node.position(at: ["mode"]),
                suggestion: "write tests: [ { name: …, given: { text: … }, expect: { hit: true } } ]")
        }
        UnprovenModelReview(diagnostics: diagnostics).review(reviewed)
    }
}

/// A compiled rule with its declaration.
struct Reviewed {
    let rule: CompiledRule
    let node: ConfigNode

    var when: ConfigNode? { node.child("when") }
    var position: SourcePosition { node.position(at: ["id"]) }

    /// Returns the rules with their declarations, which their ids identify: the rules of a link share a position.
    static func all(of rules: [CompiledRule], _ declarations: [RuleDeclaration]) -> [Reviewed] {
        let nodes = Dictionary(declarations.compactMap { item in item.node.child("id")?.scalarText.map { ($0, item.node) } }) {
            first, _ in first
        }
        return rules.compactMap { rule in nodes[rule.id].map { Reviewed(rule: rule, node: $0) } }
    }
}
