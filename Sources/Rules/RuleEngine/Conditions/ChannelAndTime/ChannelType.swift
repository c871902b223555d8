import ChatModel

/// The kinds of channel, by their names in rules.
enum ChannelType: String, Hashable, Sendable, CaseIterable {
    case text, thread, forum, announcement, voice, streaming, app, group, direct

    /// Determines the type of a channel; `nil` for a kind that this build does not know.
    init?(_ channel: Channel) {
        switch channel.kind {
        case _ where !channel.parent.isNone: self = .thread
        case .text: self = .text
        case .thread: self = .thread
        case .forum: self = .forum
        case .announcement: self = .announcement
        case .voice, ChannelKind(rawValue: 4): self = .voice  // 4: the older kind of voice channel, with Google Meet.
        case .streaming: self = .streaming
        case .app: self = .app
        case .group: self = .group
        case .direct: self = .direct
        default: return nil
        }
    }
}
