import ChatModel

extension Facts {
    /// The channel of the event. It is private if the server says so of the channel or the message, or if the configuration does.
    var channel: Channel? {
        guard var channel = directory.channel(channelID) else { return nil }
        channel.isPrivate = channel.isPrivate || message?.isPublic == false || privateChannels.contains(channel.id)
        return channel
    }

    /// The event's channel and, for a public thread, its parent channel.
    var places: Set<ChannelID> { channel?.places ?? [channelID] }

    /// A Boolean value that indicates whether the channel is private: readable only by some members of its clan. A channel not
    /// known to be public counts as private. So does one of another network, because the readers of a channel there and the senders of a webhook are unknown.
    var isInPrivatePlace: Bool {
        guard !channelID.isNone else { return false }
        guard !clan.isNone, !channelID.isExternal else { return true }
        return event.isInPrivatePlace(readers, of: clan)
    }

    /// Returns whether some readers of the event's channel may not read another one.
    func isHidden(_ channel: ChannelID) -> Bool {
        channel != channelID && readers.isPrivate(channel) && event.root(readers) != readers.root(of: channel)
    }

    private var readers: PlaceReaders { PlaceReaders(privateChannels: privateChannels, channel: directory.channel) }
}

extension ActionContext {
    /// Returns the reason why content of the event's channel must not be shown in another channel; `nil` if it may be shown.
    ///
    /// Content may be shown in its own channel; in the same clan if its channel is public or the rule names it under `in`; and in
    /// another clan or network if, in addition, the rule limits where it applies.
    func refusal(toShowIn destination: ChannelID) -> String? {
        guard destination != facts.channelID else { return nil }
        return refusalToShow() ?? refusal(toLeaveClanFor: destination)
    }

    /// Returns the reason why content must not be shown to a webhook receiver or a user; `nil` if it may be shown.
    ///
    /// - Parameter reader: The user, if there is one. The user who caused the event can read its channel.
    func refusalToShow(to reader: UserID? = nil) -> String? {
        guard reader != facts.actor || facts.actor.isNone else { return nil }
        if isInUnnamedPrivateChannel {
            let kind = facts.channelID.isExternal ? "channel of another network" : "private channel"
            return "the message is from a \(kind) that 'in' does not name"
        }
        guard let reader, isAnywhereInClans, facts.member(reader) == nil else { return nil }
        return "the message is from a clan that the user is not a member of, and the rule has no 'in'"
    }

    /// Returns whether readers are not told the name of the event's private channel. The clan's moderators are.
    func hidesChannel(from readers: TextReaders) -> Bool {
        guard isInUnnamedPrivateChannel else { return false }
        return switch readers {
        case .channel(let channel): channel != facts.channelID && channel != policy.alerts(facts)
        case .user(let user): user != facts.actor
        case .anyone: true
        }
    }

    private func refusal(toLeaveClanFor destination: ChannelID) -> String? {
        guard isAnywhereInClans else { return nil }
        guard !destination.isExternal else { return "the message would be relayed to another network, and the rule has no 'in'" }
        guard let clan = facts.directory.channel(destination)?.clan, !clan.isNone, clan != facts.clan else { return nil }
        return "the message is from another clan, and the rule has no 'in'"
    }

    /// A Boolean value that indicates whether the event is from a private place that the rule does not name.
    private var isInUnnamedPrivateChannel: Bool {
        facts.isInPrivatePlace && !rule.scope.names(facts.channelID, of: facts.clan, facts.channel)
    }

    /// A Boolean value that indicates whether the event is from a clan and the rule does not limit where it applies.
    private var isAnywhereInClans: Bool { !rule.scope.limitsChannels && !facts.channelID.isExternal && !facts.clan.isNone }
}

/// The readers of a text.
enum TextReaders: Hashable, Sendable {
    case channel(ChannelID)
    case user(UserID)
    /// Those of a webhook or a stored value.
    case anyone
}
