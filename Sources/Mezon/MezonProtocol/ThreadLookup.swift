package import ChatModel
import SwiftProtobuf

/// The search for a thread by its name below a channel, and what follows from the result.
package struct ThreadLookup: Sendable {
    package struct Found: Hashable, Sendable {
        var channel: Channel
        var isArchived: Bool

        package init(_ channel: Channel, isArchived: Bool = false) {
            self.channel = channel
            self.isArchived = isArchived
        }

        /// Creates a thread of a list that the server returned.
        package init(wire: ApiChannelDescription) {
            self.init(Channel(wire: wire), isArchived: wire.active == 0)
        }
    }

    package enum Step: Equatable, Sendable {
        case use(Channel)
        /// Activates an archived thread first.
        case reopen(Channel, RtActiveArchivedThread)
        case create(ApiCreateChannelDescRequest)
        /// There is no usable thread of that name; a gRPC code and the reason.
        case refuse(code: Int, String)
    }

    private let name: String
    private let parent: Channel
    /// The thread to create if there is none; nil to create none.
    private let opening: ThreadOpening?

    package init(_ name: String, below parent: Channel, creating opening: ThreadOpening?) {
        self.name = name
        self.parent = parent
        self.opening = opening
    }

    package var search: ApiSearchThreadRequest {
        .with {
            $0.clanID = parent.clan.rawValue
            $0.channelID = parent.id.rawValue
            $0.label = name
        }
    }

    /// Returns what to do with the threads found, among which may be those of other channels and with similar names.
    package func step(_ found: [Found]) -> Step {
        guard !parent.clan.isNone else { return .refuse(code: 3, "a direct conversation has no threads") }
        let matching = found.filter { $0.channel.isThread && $0.channel.parent == parent.id && $0.channel.label == name }
        guard let thread = matching.min(by: { $0.channel.id < $1.channel.id }) else {
            return opening.map { .create(creation(of: $0)) } ?? .refuse(code: 5, "there is no thread '\(name)'")
        }
        guard let opening else { return .use(thread.channel) }
        guard thread.channel.isPrivate == opening.isPrivate else {
            let kind = thread.channel.isPrivate ? "private" : "public"
            return .refuse(code: 6, "there is a \(kind) thread '\(name)' already")
        }
        guard thread.isArchived else { return .use(thread.channel) }
        let request = RtActiveArchivedThread.with {
            $0.clanID = thread.channel.clan.rawValue
            $0.channelID = thread.channel.id.rawValue
        }
        return .reopen(thread.channel, request)
    }

    private func creation(of opening: ThreadOpening) -> ApiCreateChannelDescRequest {
        .with {
            $0.clanID = parent.clan.rawValue
            $0.parentID = parent.id.rawValue
            $0.categoryID = parent.category.rawValue
            $0.type = ChannelKind.thread.rawValue
            $0.channelLabel = name
            $0.channelPrivate = opening.isPrivate ? 1 : 0
            $0.userIds = opening.members.map(\.rawValue)
        }
    }
}
