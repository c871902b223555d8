import ChatModel
import EventProcessing
import Foundation
import MezonClient
import Storage

/// The part of the channels' histories that a connection may have missed.
struct MissedHistory {
    /// The channels that the server lists, with what is known of them.
    struct Listing {
        /// The channels; those that are new have the message after which they are read.
        var channels: [Channel]
        /// The newest message of each channel in the journal.
        var known: [ChannelID: MessageID]
        var start: BackfillStart
    }

    let store: Store
    let now: Date
    private let policy: MissedChangesPolicy

    init(_ store: Store, at now: Date, policy: MissedChangesPolicy = MissedChangesPolicy()) {
        self.store = store
        self.now = now
        self.policy = policy
    }

    func listing(_ listed: [Channel]) async throws -> Listing {
        let known = try await store.directory.lastMessages().filter { Snowflake.isPlausible($0.value, at: now) }
        let start = BackfillStart(known: known, now: now)
        let channels = listed.map { channel in
            var channel = channel
            if known[channel.id] == nil { channel.lastMessage = start.lastMessage(of: channel) }
            return channel
        }
        return Listing(channels: channels, known: known, start: start)
    }

    /// Remembers the channels of a new connection and begins to read what it has missed.
    ///
    /// - Parameter changedSince: The time since which changes of known messages may have been missed.
    /// - Returns: The steps of the backfill.
    func begin(
        _ clans: [Clan], _ channels: [Channel], changedSince: Date,
        _ begin: (_ gaps: [(channel: Channel, lastKnown: MessageID)], _ unchanged: [(channel: Channel, lastKnown: MessageID)])
            -> [Backfill.Step],
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Backfill.Step] {
        let listing = try await listing(channels)
        try await store.directory.remember(clans: clans, channels: listing.channels)
        let gaps = channels.compactMap { channel -> (channel: Channel, lastKnown: MessageID)? in
            // A listed newest message that is already known makes the request unnecessary.
            let lastKnown = listing.known[channel.id] ?? listing.start.lastMessage(of: channel)
            return channel.lastMessage.isNone || channel.lastMessage > lastKnown ? (channel, lastKnown) : nil
        }
        return begin(gaps, policy.channels(channels, known: listing.known, changedSince: changedSince, at: now))
    }

    /// Returns the last versions of the messages that the journal has, without those deleted there. Live events of the channel are held
    /// meanwhile, so that none of them is newer.
    static func known(
        _ range: ClosedRange<MessageID>?, in channel: ChannelID, of store: Store
    ) async throws -> [ChatModel.Message] {
        guard let range else { return [] }
        return try await store.journal.lastEntries(in: channel, within: range).compactMap { entry in
            switch entry.event {
            case .message(let message), .edit(let message): message
            default: nil
            }
        }
    }
}
