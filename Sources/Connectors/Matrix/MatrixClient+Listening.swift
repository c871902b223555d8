import BotConfiguration
import ChatModel
import ConnectorKit
import Logging
import Storage
import Synchronization

extension MatrixClient {
    /// The position in the server's event stream.
    private struct Progress {
        var since: String?
        /// The rooms that were followed at that position. In other rooms, older messages are not of interest.
        var followed: Set<String>
        let sinceKey: String
        let followedKey: String
        /// A Boolean value that indicates whether no sync has succeeded on this connection yet.
        var isFirst = true
        /// A Boolean value that indicates whether the server did not know the stored position, because it was reinstalled or restored.
        var isLost = false

        /// A Boolean value that indicates whether the next events happened while the bot was offline.
        var isCatchingUp: Bool { isFirst || isLost }
    }

    private static let maxEvents = 50  // Of a room in one response; older events are read back.
    private static let maxPages = 20
    private static let pageEvents = 100
    // Limits the request rate to a server that always answers at once with nothing.
    private static let maxEmptyResponses = 8
    private static let emptyResponsePause = Duration.seconds(1)

    /// Syncs and ingests events until an error occurs.
    ///
    /// - Throws: `MatrixError`, the errors of the store, `CancellationError`.
    func listen(with http: MatrixHTTPClient) async throws -> Never {
        let (api, account) = try await logIn(with: http)
        state.withLock { state in
            state.api = api
            state.userID = account.userID
        }
        var progress = try await self.progress(as: account.userID)
        try await joinRooms(with: api, joined: try await api.joinedRooms())
        var filter: (id: String, rooms: Set<String>, limit: Int)?
        var limit = Self.maxEvents
        var (emptyResponses, hasRejectedToken) = (0, false)
        while true {
            if !progress.isFirst { try await joinRooms(with: api) }
            let rooms = state.withLock { $0.rooms.ids }
            if filter?.rooms != rooms || filter?.limit != limit {
                filter = (try await api.addFilter(Self.filter(rooms, limit), for: account.userID), rooms, limit)
            }
            let began = context.time.uptime
            let sync: MatrixSync
            do {
                sync = try await api.sync(
                    since: progress.since, filter: filter?.id ?? "", waits: !progress.isFirst, of: rooms)
            } catch MatrixError.tooLarge where limit > 1 {
                limit /= 2
                continue
            } catch let MatrixError.refused(400, code, text) where progress.since != nil {
                // A first failure may be temporary.
                if hasRejectedToken {
                    throw MatrixError.malformedResponse("\(settings.server.host) rejects its own sync token: \(text) (\(code))")
                }
                hasRejectedToken = true
                logger.warning(
                    "Sync token rejected; starting a new sync",
                    metadata: ["matrix.reason": "\(text) (\(code))"])
                (progress.since, progress.isLost) = (nil, true)
                continue
            }
            let count = try await ingest(sync, as: account.userID, &progress, by: api)
            limit = Self.maxEvents
            (progress.isFirst, progress.isLost) = (false, false)
            let since = context.time.uptime
            // Also restores the phase after a single call was told that the token is invalid although syncing still works.
            let isNew = state.withLock { state in
                if state.phase.isConnected { return false }
                state.phase = .connected(userID: account.userID, since: since)
                return true
            }
            if isNew { logger.info("Connected", metadata: ["matrix.user": "\(account.userID.terminalSafe)"]) }
            resumeWaiters()
            emptyResponses = count == 0 && context.time.uptime - began < .seconds(1) ? emptyResponses + 1 : 0
            if emptyResponses > Self.maxEmptyResponses { try await context.time.sleep(for: Self.emptyResponsePause) }
        }
    }

    private func progress(as userID: String) async throws -> Progress {
        let (sinceKey, followedKey) = ("place of \(userID) at \(settings.server)", "rooms of \(userID) at \(settings.server)")
        let followed = try await context.store.connectors.value(followedKey, of: connectionName) ?? ""
        return Progress(
            since: try await context.store.connectors.value(sinceKey, of: connectionName),
            followed: Set(followed.split(separator: " ").map(String.init)), sinceKey: sinceKey, followedKey: followedKey)
    }

    /// Returns the filter for sync: the configured rooms and the event types that the connector handles.
    private static func filter(_ rooms: Set<String>, _ limit: Int) -> JSONValue {
        let nothing: JSONValue = ["not_types": ["*"]]
        return [
            "presence": nothing, "account_data": nothing,
            "room": [
                "rooms": .array(rooms.sorted().map { .string($0) }), "account_data": nothing, "ephemeral": nothing,
                "state": [
                    "types": ["m.room.member", "m.room.encryption"], "lazy_load_members": true, "include_redundant_members": true,
                ],
                "timeline": [
                    "types": .array(types.map { .string($0) }), "limit": .integer(Int64(limit)), "lazy_load_members": true,
                    "include_redundant_members": true,
                ],
            ],
        ]
    }

    private static let types = [
        "m.room.message", "m.sticker", "m.reaction", "m.room.redaction", "m.room.member", "m.room.topic", "m.room.encryption",
    ]

    private static let pageFilter: JSONValue = [
        "types": .array(types.map { .string($0) }), "lazy_load_members": true, "include_redundant_members": true,
    ]

    /// - Returns: The number of new events.
    private func ingest(
        _ sync: MatrixSync, as me: String, _ progress: inout Progress, by api: MatrixAPI
    ) async throws -> Int {
        var segments: [MatrixIngestor.TimelineSegment] = []
        for room in state.withLock({ $0.rooms.all }) {
            guard let id = room.id else { continue }
            if let update = sync.joined[id] {
                ingestor.recordNames(update.state, in: room.channel)
                if (update.state + update.timeline).contains(where: { $0.type == "m.room.encryption" && $0.stateKey == "" }) {
                    change(room.channel) { $0.status = .encrypted }
                }
                segments.append(try await segment(for: update, of: room, id, as: me, progress, by: api))
                if room.isNew { change(room.channel) { $0.isNew = false } }
            }
            if let events = sync.left[id] { leave(room, events, as: me) }
            if sync.invited.contains(id) { change(room.channel) { $0.retryAt = .zero } }
        }
        var stateEntries = [ConnectorStateEntry(sync.next, under: progress.sinceKey, of: connectionName)]
        let joined = state.withLock { $0.rooms.all.filter { $0.status == .joined }.compactMap(\.id) }
        if !progress.followed.isSuperset(of: joined) {
            progress.followed.formUnion(joined)
            stateEntries.append(
                ConnectorStateEntry(
                    progress.followed.sorted().joined(separator: " "), under: progress.followedKey, of: connectionName))
        }
        if progress.since == sync.next { stateEntries.removeFirst() }
        let count = try await ingestor.ingest(segments, as: me, storing: stateEntries)
        progress.since = sync.next
        return count
    }

    /// Returns the events of a room to ingest: those since the last sync, without any from before the bot joined.
    private func segment(
        for update: MatrixSync.Room, of room: MatrixRooms.Room, _ id: String, as me: String, _ progress: Progress,
        by api: MatrixAPI
    ) async throws -> MatrixIngestor.TimelineSegment {
        var segment = MatrixIngestor.TimelineSegment(channel: room.channel, events: [], late: 0)
        let since = progress.since
        guard since != nil || progress.isLost || room.isNew else { return segment }
        if let join = update.timeline.lastIndex(where: { $0.isJoin(of: me) }) {
            ingestor.recordNames(Array(update.timeline[...join]), in: room.channel)
            segment.events = Array(update.timeline[(join + 1)...])
            return segment
        }
        // The latest events of a new room follow the bot's join if the join is not among them.
        let isAfterJoin = room.isNew && update.isLimited
        if progress.isCatchingUp, !progress.followed.contains(id), !isAfterJoin { return segment }
        var missed: [MatrixEvent] = []
        if update.isLimited, let previous = update.previous {
            missed = try await self.missed(in: room, id, from: previous, to: since, as: me, by: api)
        }
        segment.events = missed + update.timeline
        segment.late = progress.isCatchingUp && !isAfterJoin ? segment.events.count : missed.count
        return segment
    }

    /// Returns the events between the last sync and the start of this one, oldest first.
    private func missed(
        in room: MatrixRooms.Room, _ id: String, from: String, to since: String?, as me: String, by api: MatrixAPI
    ) async throws -> [MatrixEvent] {
        var missed: [MatrixEvent] = []
        var (from, limit, pages) = (from, Self.pageEvents, 0)
        while pages < Self.maxPages {
            let page: MatrixPage
            do {
                page = try await api.messages(in: id, from: from, to: since, filter: Self.pageFilter, limit: limit)
                (limit, pages) = (Self.pageEvents, pages + 1)
            } catch MatrixError.tooLarge where limit > 1 {
                limit /= 2
                continue
            } catch MatrixError.refused(_, let code, let text) where code != "M_UNKNOWN_TOKEN" {
                guard let others = context.rareLog.record("unread in \(room.channel)", at: context.time.uptime) else {
                    return missed.reversed()
                }
                logger.warning(
                    "Missed messages could not be read",
                    metadata: [
                        "matrix.room": "\(room.name)", "matrix.reason": "\(text) (\(code))", "log.suppressed": "\(others)",
                    ])
                return missed.reversed()
            }
            ingestor.recordNames(page.state, in: room.channel)
            for event in page.events {
                // A known event of another user was ingested with everything before it.
                if event.isJoin(of: me) { return missed.reversed() }
                if event.sender != me, try await context.naming.known(event.id, in: room.channel) != nil {
                    return missed.reversed()
                }
                missed.append(event)
            }
            guard let next = page.next, next != from, next != since else { return missed.reversed() }
            from = next
        }
        logger.warning(
            "History limit reached; older messages are lost",
            metadata: ["matrix.room": "\(room.name)", "matrix.events": "\(missed.count)"])
        return missed.reversed()
    }

    /// Records that the bot left a room or was removed from it.
    private func leave(_ room: MatrixRooms.Room, _ events: [MatrixEvent], as me: String) {
        guard let event = events.last(where: { $0.member == me }), event.membership != "join" else { return }
        let reason = event.content["reason"]?.string.map { ": \(MarkupBuilder.beginning(of: $0, units: 200).terminalSafe)" } ?? ""
        let description =
            event.sender == me
            ? "the bot left the room"
            : event.membership == "ban"
                ? "banned by \(event.sender.terminalSafe)\(reason)"
                : "kicked by \(event.sender.terminalSafe)\(reason)"
        let retryAt = context.time.uptime + Self.refusalPause
        change(room.channel) {
            $0.status = .left(description)
            $0.retryAt = retryAt
        }
        logger.warning("No longer in room", metadata: ["matrix.room": "\(room.name)", "matrix.reason": "\(description)"])
    }
}
