import ChatModel

/// Other channels of the same clan.
extension ChangeProposals {
    private static let maxPlaces = 4
    private static let maxSearched = 2000  // Channels of a clan.

    /// Adds channels in which the rule applies, or does not.
    mutating func addScope() {
        guard rule.applies(facts, trigger) != shouldAct, !trigger.kind.hasNoChannel else { return }
        let (clan, scope, wanted) = (facts.clan, rule.scope, shouldAct)
        let before = changes.count
        addPlaces(named: scope.onlyChannels.map(\.rawValue)) { place in
            place.map { scope.contains($0.id, of: clan, $0) == wanted } ?? false
        }
        if changes.count == before, wanted { addUnknown("in") }
    }

    /// Adds channels of the clan.
    ///
    /// - Parameters:
    ///   - named: Channels to prefer, which the rule names. Others are left out if they are private.
    ///   - fits: Whether a channel may have the effect.
    mutating func addPlaces(named: [Int64], where fits: (Channel?) -> Bool) {
        guard facts.message != nil, !facts.clan.isNone, !facts.clan.isExternal else { return }
        let current = facts.channelID
        let known = named.compactMap { lookup.channel(ChannelID(rawValue: $0)) }
        let others = lookup.channels(facts.clan).prefix(Self.maxSearched).filter { !$0.isPrivate }
        var count = 0
        for channel in known + others where channel.clan == facts.clan && channel.id != current && count < Self.maxPlaces {
            guard fits(channel) else { continue }
            count += 1
            let name = channel.label.isEmpty ? "\(channel.id)" : channel.label
            add(.channel, by: .author, "in #\(name)", size: Double(count)) { world in
                world.changeMessage { message in
                    message.channel = channel.id
                    message.channelLabel = channel.label
                    message.isPublic = channel.isPublic
                    message.mode = channel.mode
                }
            }
        }
    }

    /// Adds channels with another property: category, type, privacy.
    mutating func addPlaces(of feature: Feature, _ set: ValueSet) {
        addPlaces(named: []) { channel in
            guard let channel else { return false }
            switch feature {
            case .category: return channel.category.isNone ? set.includesMissing : set.contains("\(channel.category)")
            case .channelType: return ChannelType(channel).map { set.contains($0.rawValue) } ?? set.includesMissing
            case .isPrivate: return set.contains("\(channel.isPrivate)")
            case .isThread: return set.contains("\(channel.isThread)")
            default: return false
            }
        }
    }
}
