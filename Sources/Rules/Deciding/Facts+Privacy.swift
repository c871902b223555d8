import MezonModel

extension Facts {
    /// The channel of the event, private where the server says so of it or of the message itself, or the configuration does.
    var channel: Channel? {
        guard var channel = surroundings.channel(channelID) else { return nil }
        channel.isPrivate = channel.isPrivate || message?.isPublic == false || privateChannels.contains(channel.id)
        return channel
    }

    /// The event's place and, for a public thread, the channel it hangs on.
    var places: Set<ChannelID> { channel?.places ?? [channelID] }

    /// A Boolean value that indicates whether not everybody of a clan may read the event's place. What nobody knows to be public counts
    /// as private. Rooms of other networks stand one by one in the configuration, and do not.
    var isInPrivatePlace: Bool {
        guard !channelID.isNone, !channelID.isForeign else { return false }
        guard !clan.isNone else { return true }
        return event.isInPrivatePlace(
            PlaceReaders(privateChannels: privateChannels, channel: surroundings.channel), of: clan)
    }
}

extension ActionContext {
    /// Returns why content of the event's place is not to be shown in a channel; nil where it may be.
    ///
    /// It may be in that place itself; in the same clan where the place is public or the rule names it under `in`; and in another clan or
    /// network where the rule says besides where it holds.
    func refusal(toShowIn destination: ChannelID) -> String? {
        guard destination != facts.channelID else { return nil }
        return refusalToShow() ?? refusal(toLeaveClanFor: destination)
    }

    /// The same for a program of the operator's, or for a person.
    ///
    /// - Parameter reader: the person; whoever did it can read the place.
    func refusalToShow(to reader: UserID? = nil) -> String? {
        guard reader != facts.actor || facts.actor.isNone else { return nil }
        if facts.isInPrivatePlace, !rule.scope.names(facts.channelID, of: facts.clan, facts.channel) {
            return "it was said in a private place that 'in' does not name"
        }
        guard let reader, isAnywhereInClans, facts.member(reader) == nil else { return nil }
        return "it was said in a clan of which they are no member, and the rule has no 'in'"
    }

    private func refusal(toLeaveClanFor destination: ChannelID) -> String? {
        guard isAnywhereInClans else { return nil }
        guard !destination.isForeign else { return "it would leave its clan for another network, and the rule has no 'in'" }
        guard let clan = facts.surroundings.channel(destination)?.clan, !clan.isNone, clan != facts.clan else { return nil }
        return "it was said in another clan, and the rule has no 'in'"
    }

    /// A Boolean value that indicates whether it happened in a clan and the rule does not say in which it holds.
    private var isAnywhereInClans: Bool { !rule.scope.limitsPlaces && !facts.channelID.isForeign && !facts.clan.isNone }
}
