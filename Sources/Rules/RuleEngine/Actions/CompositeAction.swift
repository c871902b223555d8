import ChatModel

/// An action that performs others.
protocol CompositeAction: ParsableAction {
    /// The actions of all branches.
    var inner: [any RuleAction] { get }
}

extension CompositeAction {
    var isSanction: Bool { inner.contains(where: \.isSanction) }
    var sanctionsUnasked: Bool { inner.contains(where: \.sanctionsUnasked) }
    var isReply: Bool { inner.contains(where: \.isReply) }
    func sends(to channel: ChannelID) -> Bool { inner.contains { $0.sends(to: channel) } }
    var isRelay: Bool { inner.contains(where: \.isRelay) }
    var relayedTo: [ChannelID] { inner.flatMap(\.relayedTo) }
    var replacements: [RelayReplacement] { inner.flatMap(\.replacements) }
    var exposures: [Exposure] { inner.flatMap(\.exposures) }
    var decidingRoles: Set<Set<RoleID>> { inner.decidingRoles }
    var needs: Set<PermissionRequirement> { inner.needs }
}
