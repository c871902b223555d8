import BotConfig
import MezonModel

/// One item of `then`.
protocol RuleAction: Sendable {
    /// The word under which it was written.
    var word: String { get }

    /// Whether it takes something from people: rules with such an action are in shadow until they say `mode: enforce`.
    var punishes: Bool { get }

    /// Whether it answers the person of the event.
    var talks: Bool { get }

    /// Whether it shows elsewhere what is said: a rule that does so leaves nothing out for being late or much.
    var relays: Bool { get }

    /// Where it shows it, each time that it does.
    var relayedTo: [ChannelID] { get }

    /// The other channels in which it shows something of what was said, whole or in part.
    var showsIn: [ChannelID] { get }

    /// What our roles must allow for it.
    var needs: Set<PermissionRequirement> { get }

    /// Whether a rule does it before all else: evidence is taken before anything is deleted.
    var comesFirst: Bool { get }

    /// Actions of its own, by the key under which they stand; nil for what has none of that name.
    func branch(_ name: String) -> [any RuleAction]?

    /// Asks for what it is there for. Nothing happens here: what is asked for is collected in the scene.
    func perform(_ scene: inout ActionContext)
}

/// An action with a word of its own in the rule language.
protocol ParsableAction: RuleAction {
    static var name: String { get }

    /// All keys are read before it gives up, so that all mistakes are found and the schema knows them.
    init?(_ word: KeywordNode, _ compilation: CompilationContext)
}

extension RuleAction {
    var punishes: Bool { false }
    var talks: Bool { false }
    var relays: Bool { false }
    var relayedTo: [ChannelID] { [] }
    var showsIn: [ChannelID] { relayedTo }
    var needs: Set<PermissionRequirement> { [] }
    var comesFirst: Bool { false }
    func branch(_ name: String) -> [any RuleAction]? { nil }
}

extension ParsableAction {
    var word: String { Self.name }
}

extension [any RuleAction] {
    var needs: Set<PermissionRequirement> { reduce(into: []) { $0.formUnion($1.needs) } }
}
