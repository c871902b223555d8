import ChatModel

extension Facts {
    /// The user who opened the event's thread; `nil` if it is unknown, or if the event is in no thread of the clan.
    var threadStarter: UserID? {
        guard let channel, channel.isThread, !channel.clan.isNone, channel.clan == clan else { return nil }
        if case .channelCreated(let created) = event, let creator = created.creator { return creator }
        return channel.creator
    }
}
