import ChatModel
import ConnectorKit
import Delivery
import MezonClient
import MezonProtocol
import Storage
import SwiftProtobuf

/// Threads by name.
extension MezonSender {
    /// gRPC codes (Documentation/Protocol.md §2.4).
    private static let notFound = 5
    /// Permission denied, and unimplemented.
    private static let unavailable: Set<Int> = [7, 12]

    func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        do {
            return try await find(ThreadLookup(name, below: channel, creating: opening), in: channel)
        } catch let error as SocketError {
            let error = SendError(error)
            // Repeating an unanswered call is safe: a thread that was created is found by its name, and no message was sent.
            if case .ambiguous(let reason) = error { throw SendError.unavailable(reason, retryAfter: nil) }
            throw error
        }
    }

    private func find(_ lookup: ThreadLookup, in parent: Channel) async throws -> Channel {
        switch lookup.step(try await threads(lookup.search)) {
        case .use(let thread):
            try await store.directory.remember(clans: [], channels: [thread])
            return thread
        case .reopen(let thread, let request):
            do {
                let _: Google_Protobuf_Empty = try await socket.call(.activeArchivedThread, request)
            } catch SocketError.refused(Self.notFound, _) {
                // It is active: the list did not say.
            }
            try await store.directory.remember(clans: [], channels: [thread])
            return thread
        case .create(let request):
            let wire = try await socket.call(.createChannelDesc, request, as: ApiChannelDescription.self)
            var thread = Channel(wire: wire)
            guard !thread.id.isNone else { throw SendError.unavailable("the server returned no thread", retryAfter: nil) }
            (thread.kind, thread.parent, thread.clan) = (.thread, parent.id, parent.clan)
            try await socket.join(thread)
            // Earlier messages do not exist.
            if thread.lastMessage.isNone { thread.lastMessage = MessageID(thread.id.rawValue) }
            try await store.directory.remember(clans: [], channels: [thread])
            return thread
        case .refuse(let code, let reason): throw SendError.refused(code: code, reason)
        }
    }

    /// Returns the threads that the server finds, or those that the bot knows if it may not search.
    private func threads(_ search: ApiSearchThreadRequest) async throws -> [ThreadLookup.Found] {
        do {
            let found = try await socket.call(.searchThread, search, as: ApiChannelDescList.self)
            return found.channeldesc.map { ThreadLookup.Found(wire: $0) }
        } catch SocketError.refused(let code, _) where Self.unavailable.contains(code) {
            return store.directory.channels.filter(\.isThread).map { ThreadLookup.Found($0) }
        }
    }
}
