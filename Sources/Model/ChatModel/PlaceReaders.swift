/// Tells who may read a place, as far as the directory and the configuration know.
///
/// The members of a private channel are not known here: places have the same readers where one is a public thread of the other.
package struct PlaceReaders {
    private let privateChannels: Set<ChannelID>
    private let channel: (ChannelID) -> Channel?

    /// - Parameters:
    ///   - privateChannels: The channels that the configuration calls private, whatever the directory says of them.
    ///   - channel: A channel as the directory knows it.
    package init(privateChannels: Set<ChannelID>, channel: @escaping (ChannelID) -> Channel?) {
        self.privateChannels = privateChannels
        self.channel = channel
    }

    /// A Boolean value that indicates whether the channel is private: readable only by some members of its clan. That is a
    /// private channel or thread, or a thread of a private channel. A channel not known to be public counts as private.
    package func isPrivate(_ id: ChannelID) -> Bool {
        guard let channel = channel(id) else { return true }
        if isClosed(channel) { return true }
        guard channel.isThread else { return false }
        guard !channel.parent.isNone, let parent = self.channel(channel.parent) else { return true }
        return isClosed(parent)
    }

    /// A Boolean value that indicates whether two channels have the same readers.
    package func areTheSame(in one: ChannelID, and other: ChannelID) -> Bool { root(of: one) == root(of: other) }

    /// The channel whose readers a place has: for a public thread the channel it hangs on, else the place itself.
    package func root(of id: ChannelID) -> ChannelID {
        guard let channel = channel(id), !isClosed(channel), !channel.parent.isNone else { return id }
        return channel.parent
    }

    private func isClosed(_ channel: Channel) -> Bool { channel.isPrivate || privateChannels.contains(channel.id) }
}

extension Event {
    /// Returns whether an event happened in a private place of a clan, also where only its message says that the place is private.
    package func isInPrivatePlace(_ readers: PlaceReaders, of clan: ClanID) -> Bool {
        guard !clan.isNone, !channel.isNone, !channel.isExternal else { return false }
        return saysPrivate || readers.isPrivate(channel)
    }

    /// Returns the channel whose readers the event's place has. A thread that its message calls private has its own, whatever the
    /// directory says.
    package func root(_ readers: PlaceReaders) -> ChannelID { saysPrivate ? channel : readers.root(of: channel) }

    private var saysPrivate: Bool {
        switch self {
        case .message(let message), .edit(let message), .systemMessage(let message): !message.isPublic
        default: false
        }
    }
}
