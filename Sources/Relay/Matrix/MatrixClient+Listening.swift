import BotConfig
import Logging
import MezonModel
import Persistence
import Synchronization

extension MatrixClient {
    /// Where we are in what the server tells.
    private struct Progress {
        var since: String?
        /// Rooms that were ours when we had got there: what is said in others since then is older than our interest in it.
        var followed: Set<String>
        let sinceKey: String
        let followedKey: String
        /// Whether the server has not told us anything on this connection yet.
        var isFirst = true
        /// Whether the server knew nothing of the place that we had: it was set up anew, or set back.
        var isLost = false

        /// Whether what the server tells next was said while we were not there.
        var isCatchingUp: Bool { isFirst || isLost }
    }

    private static let mostEvents = 50  // Of a room in one answer; what is missing is read back.
    private static let mostPages = 20
    private static let pageEvents = 100
    // A server that always answers at once with nothing would be asked without end.
    private static let mostQuickAnswers = 8
    private static let quickPause = Duration.seconds(1)

    /// Takes in what happens for as long as the server tells it.
    ///
    /// - Throws: `MatrixError`, what the store throws, `CancellationError`.
    func listen(by http: MatrixHTTPClient) async throws -> Never {
        let (api, account) = try await identify(by: http)
        state.withLock { state in
            state.api = api
            state.person = account.person
        }
        var progress = try await self.progress(as: account.person)
        try await enterRooms(by: api, joined: try await api.joinedRooms())
        var filter: (id: String, rooms: Set<String>, limit: Int)?
        var limit = Self.mostEvents
        var (quickAnswers, hasLostPlace) = (0, false)
        while true {
            if !progress.isFirst { try await enterRooms(by: api) }
            let rooms = state.withLock { $0.rooms.ids }
            if filter?.rooms != rooms || filter?.limit != limit {
                filter = (try await api.addFilter(Self.filter(rooms, limit), for: account.person), rooms, limit)
            }
            let began = scene.time.uptime
            let sync: MatrixSync
            do {
                sync = try await api.sync(
                    since: progress.since, filter: filter?.id ?? "", isPatient: !progress.isFirst, of: rooms)
            } catch MatrixError.tooLarge where limit > 1 {
                limit /= 2
                continue
            } catch let MatrixError.refused(400, code, text) where progress.since != nil {
                // Once may be the server's bad day.
                if hasLostPlace { throw MatrixError.strange("\(settings.server.host) forgets where we were: \(text) (\(code))") }
                hasLostPlace = true
                logger.warning(
                    "The server does not know where we were; what was missed is read back as far as it tells",
                    metadata: ["matrix.reason": "\(text) (\(code))"])
                (progress.since, progress.isLost) = (nil, true)
                continue
            }
            let count = try await take(sync, as: account.person, &progress, by: api)
            limit = Self.mostEvents
            (progress.isFirst, progress.isLost) = (false, false)
            let since = scene.time.uptime
            // Also after a single call was told that the token is none, while the server goes on to tell us what happens.
            let isNew = state.withLock { state in
                if state.phase.isConnected { return false }
                state.phase = .connected(person: account.person, since: since)
                return true
            }
            if isNew { logger.info("Connected", metadata: ["matrix.person": "\(account.person.terminalSafe)"]) }
            open()
            quickAnswers = count == 0 && scene.time.uptime - began < .seconds(1) ? quickAnswers + 1 : 0
            if quickAnswers > Self.mostQuickAnswers { try await scene.time.sleep(for: Self.quickPause) }
        }
    }

    private func progress(as person: String) async throws -> Progress {
        let (sinceKey, followedKey) = ("place of \(person) at \(settings.server)", "rooms of \(person) at \(settings.server)")
        let followed = try await scene.store.portNote(followedKey, of: port) ?? ""
        return Progress(
            since: try await scene.store.portNote(sinceKey, of: port),
            followed: Set(followed.split(separator: " ").map(String.init)), sinceKey: sinceKey, followedKey: followedKey)
    }

    /// What the server is to tell of: our rooms, and what we make something of.
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

    /// - Returns: how many events were new.
    private func take(
        _ sync: MatrixSync, as me: String, _ progress: inout Progress, by api: MatrixAPI
    ) async throws -> Int {
        var stretches: [MatrixIngestor.TimelineSegment] = []
        for room in state.withLock({ $0.rooms.all }) {
            guard let id = room.id else { continue }
            if let told = sync.joined[id] {
                intake.note(told.state, in: room.channel)
                if (told.state + told.timeline).contains(where: { $0.type == "m.room.encryption" && $0.stateKey == "" }) {
                    change(room.channel) { $0.standing = .encrypted }
                }
                stretches.append(try await stretch(told, of: room, id, as: me, progress, by: api))
            }
            if let events = sync.left[id] { leave(room, events, as: me) }
            if sync.invited.contains(id) { change(room.channel) { $0.retryAt = .zero } }
        }
        var notes = [ConnectorStateEntry(sync.next, under: progress.sinceKey, of: port)]
        let joined = state.withLock { $0.rooms.all.filter { $0.standing == .joined }.compactMap(\.id) }
        if !progress.followed.isSuperset(of: joined) {
            progress.followed.formUnion(joined)
            notes.append(
                ConnectorStateEntry(progress.followed.sorted().joined(separator: " "), under: progress.followedKey, of: port))
        }
        if progress.since == sync.next { notes.removeFirst() }
        let count = try await intake.take(stretches, as: me, noting: notes)
        progress.since = sync.next
        return count
    }

    /// What is to be taken in of a room: what happened since, and nothing from before we were there.
    private func stretch(
        _ told: MatrixSync.Room, of room: MatrixRooms.Room, _ id: String, as me: String, _ progress: Progress, by api: MatrixAPI
    ) async throws -> MatrixIngestor.TimelineSegment {
        var stretch = MatrixIngestor.TimelineSegment(channel: room.channel, events: [], late: 0)
        let since = progress.since
        guard since != nil || progress.isLost else { return stretch }
        if let entry = told.timeline.lastIndex(where: { $0.isEntry(of: me) }) {
            intake.note(Array(told.timeline[...entry]), in: room.channel)
            stretch.events = Array(told.timeline[(entry + 1)...])
            return stretch
        }
        if progress.isCatchingUp, !progress.followed.contains(id) { return stretch }
        var missed: [MatrixEvent] = []
        if told.isLimited, let previous = told.previous {
            missed = try await self.missed(in: room, id, from: previous, to: since, as: me, by: api)
        }
        stretch.events = missed + told.timeline
        stretch.late = progress.isCatchingUp ? stretch.events.count : missed.count
        return stretch
    }

    /// What was said before an answer begins and after the last one ended, oldest first.
    private func missed(
        in room: MatrixRooms.Room, _ id: String, from: String, to since: String?, as me: String, by api: MatrixAPI
    ) async throws -> [MatrixEvent] {
        var missed: [MatrixEvent] = []
        var (from, limit, pages) = (from, Self.pageEvents, 0)
        while pages < Self.mostPages {
            let page: MatrixPage
            do {
                page = try await api.messages(in: id, from: from, to: since, filter: Self.pageFilter, limit: limit)
                (limit, pages) = (Self.pageEvents, pages + 1)
            } catch MatrixError.tooLarge where limit > 1 {
                limit /= 2
                continue
            } catch MatrixError.refused(_, let code, let text) where code != "M_UNKNOWN_TOKEN" {
                guard let others = scene.rareLog.turn("unread in \(room.channel)", at: scene.time.uptime) else {
                    return missed.reversed()
                }
                logger.warning(
                    "What was missed cannot be read back",
                    metadata: [
                        "matrix.room": "\(room.name)", "matrix.reason": "\(text) (\(code))", "matrix.unsaid": "\(others)",
                    ])
                return missed.reversed()
            }
            intake.note(page.state, in: room.channel)
            for event in page.events {
                // What others said and we know, we have taken in with all that was before it.
                if event.isEntry(of: me) { return missed.reversed() }
                if event.sender != me, try await scene.naming.known(event.id, in: room.channel) != nil {
                    return missed.reversed()
                }
                missed.append(event)
            }
            guard let next = page.next, next != from, next != since else { return missed.reversed() }
            from = next
        }
        logger.warning(
            "More was said than is read back: what is older is lost",
            metadata: ["matrix.room": "\(room.name)", "matrix.events": "\(missed.count)"])
        return missed.reversed()
    }

    /// We are out: by ourselves, or thrown out.
    private func leave(_ room: MatrixRooms.Room, _ events: [MatrixEvent], as me: String) {
        guard let event = events.last(where: { $0.member == me }), event.membership != "join" else { return }
        let reason = event.content["reason"]?.string.map { ": \(MarkupBuilder.beginning(of: $0, units: 200).terminalSafe)" } ?? ""
        let words =
            event.sender == me
            ? "the bot has left the room"
            : event.membership == "ban"
                ? "\(event.sender.terminalSafe) has banned the bot\(reason)"
                : "\(event.sender.terminalSafe) has thrown the bot out\(reason)"
        let retryAt = scene.time.uptime + Self.refusalPause
        change(room.channel) {
            $0.standing = .gone(words)
            $0.retryAt = retryAt
        }
        logger.warning("Out of a room", metadata: ["matrix.room": "\(room.name)", "matrix.reason": "\(words)"])
    }
}
