import AsyncSupport
import BotConfiguration
import BotKit
import ChatModel
import ConnectorKit
import EventProcessing
import Foundation
import Logging
import MezonClient
import Moderation
import PostgreSQLStorage
import Replay
import RuleEngine
import Storage

/// Handles the requests of commands to the running application.
struct AdminRequestHandler: Sendable {
    let stores: DataStores
    let engine: EventEngine
    let socket: MezonConnection
    let connectors: ConnectorRegistry
    let reloader: ReloadService
    let health: HealthMonitor
    let gateway: String
    let time: any TimeSource
    let logger: Logger
    /// The console; nil if the configuration has none, and for the requests of the console itself.
    var console: (any ApplicationConsole)?

    var store: Store { stores.store }
    private var deadLetters: DeadLetterService { DeadLetterService(store: store, time: time) }
    private var jobs: ScheduledJobService { ScheduledJobService(store: store, time: time) }

    func answer(_ request: AdminRequest) async -> AdminReply {
        do {
            switch request {
            case .health:
                let report = try await report()
                return AdminReply([report.human()], health: report)
            case .console(let names):
                guard let console else {
                    return AdminReply(
                        ["the console is off; add `console: {}` to config.yaml and restart the bot"], isRefused: true)
                }
                let clans = try await names.isEmpty ? nil : Set(self.clans(named: names))
                return AdminReply([try console.newAddress(for: clans)])
            case .reload(let author): return reply(to: await reloader.reload(by: author))
            case .rollBack(let version, let author):
                return reply(to: await reloader.rollBack(to: version, by: author), isRollBack: true)
            case .save(let edit): return reply(to: await reloader.save(edit), edit)
            case .undo(let undo):
                try await store.journal.append([NewEntry(system: .undo(undo))])
                var filter = CaseFilter()
                filter.ids = undo.cases
                let count = try await store.reader.incidents(filter).count
                return AdminReply(["undoing \(count) \(count == 1 ? "case" : "cases")"])
            case .rewind(let request, let author):
                let service = RewindService(store, rules: engine.ruleEngine, time: time)
                let event = try await service.rewind(request, by: author)
                return AdminReply([event.map(Self.rewindSummary) ?? "there is nothing to take back"])
            case .saveFixture(let name, let text, let author):
                let file = try reloader.current.saveFixture(named: name, text)
                logger.info(
                    "Fixture saved", metadata: ["configuration.file": "\(file)", "configuration.author": "\(author)"])
                return AdminReply(["\(file) was written; `mezon-bot test` runs it"])
            case .answer(let answer):
                let open = try await store.reader.openQuestions().contains { $0.name == answer.question }
                guard open else { return AdminReply(["no open question '\(answer.question)'"], isRefused: true) }
                try await store.journal.append([NewEntry(system: .answered(answer))])
                return AdminReply(["\(answer.question): \(answer.choice.rawValue)"])
            case .retry(let number, let author): return AdminReply([try await deadLetters.retry(number, by: author)])
            case .discard(let number, let author): return AdminReply([try await deadLetters.discard(number, by: author)])
            case .eraseUser(let user):
                let erasure = UserErasure(store: store, archive: stores.archive, time: time) {
                    try await engine.bots.change(memoryOf: $0, $1)
                }
                return AdminReply(try await erasure.erase(user).lines)
            case .sweep:
                let policy = RetentionPolicy(reloader.current.configuration)
                let report = try await RetentionSweep(store: store, archive: stores.archive, policy: policy).run(at: time.now)
                return AdminReply(["removed: \(report.text)"], removed: report)
            case .pause(let id, let author): return AdminReply([try await jobs.pause(id, by: author)])
            case .resume(let id, let author): return AdminReply([try await jobs.resume(id, by: author)])
            case .cancel(let id, let author): return AdminReply([try await jobs.cancel(id, by: author)])
            case .settings(let bot, let clan): return try await settings(of: bot, in: clan)
            case .change(let name, let bot, let value, let clan, let author):
                return try await change(name, of: bot, to: value, in: clan, by: author)
            case .resend(let channels, let since):
                let count = try await store.outbox.reopen(to: channels, since: since, where: \.sendsMessage)
                return AdminReply([Self.resendSummary(count)])
            case .trigger(let rule, let channel, let author):
                let channels = try await store.reader.channels()
                let current = reloader.current
                let firing = try ManualTriggerBuilder(
                    rules: current.rules.listing, channels: channels, clans: try await store.reader.clans(),
                    names: current.configuration.names
                )
                .event(rule, in: channel, by: author ?? SystemEvent.command, at: time.now)
                try await store.journal.append([NewEntry(system: .fired(firing))])
                return AdminReply(["\(rule) triggered; `mezon-bot journal` shows the result"])
            }
        } catch {
            return AdminReply([StorageErrorDescription.words(for: error)], isRefused: true)
        }
    }

    /// The clans with names of the configuration or of the server, or with ids.
    ///
    /// - Throws: `AdminError` for an unknown name, and for one that several clans have.
    func clans(named names: [String]) async throws -> [ClanID] {
        let configured = reloader.current.configuration.names.all.filter { $0.kind == .clans }
        let known = try await store.reader.clans()
        return try names.map { name in
            // An id means the clan of that id, whatever other clans are called.
            if let clan = known.first(where: { "\($0.id)" == name }) { return clan.id }
            if let entry = configured.first(where: { $0.name == name }) { return ClanID(entry.id) }
            let found = known.filter { $0.name == name }
            guard found.count < 2 else { throw AdminError.ambiguousClan(name, ids: found.map(\.id).sorted()) }
            guard let clan = found.first else {
                throw AdminError.unknownClan(name, known: Set(configured.map(\.name) + known.map(\.name)).sorted())
            }
            return clan.id
        }
    }

    private static func rewindSummary(_ event: SystemEvent.Rewind) -> String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        let waiting = event.removals.count { $0.delivery != nil }
        return "taken back: "
            + [
                count(event.state.count, "entry of the rule state", "entries of the rule state"),
                count(event.jobs.count, "job", "jobs"), count(event.cases.count, "measure", "measures"),
                count(event.removals.count - waiting, "message or reaction", "messages and reactions"),
                count(waiting, "waiting request", "waiting requests"),
            ].joined(separator: ", ")
    }

    static func resendSummary(_ count: Int) -> String {
        count == 0 ? "no failed deliveries" : count == 1 ? "1 delivery queued again" : "\(count) deliveries queued again"
    }

    private func reply(to outcome: ReloadService.SaveOutcome, _ edit: ConfigurationEdit) -> AdminReply {
        var answer: AdminReply
        switch outcome {
        case .refused(let lines):
            answer = AdminReply(lines, isRefused: true)
            answer.isWritten = false
        case .written(let outcome):
            answer = reply(to: outcome)
            let head = "\(edit.file) was written"
            answer.lines.insert(answer.isRefused ? "\(head), but the earlier rules stay active:" : head, at: 0)
            answer.isWritten = true
        }
        return answer
    }

    private func reply(to outcome: ReloadService.Outcome, isRollBack: Bool = false) -> AdminReply {
        switch outcome {
        case .unchanged(let version): return AdminReply(["revision \(version) is already active"])
        case .changed(let version, let boundary):
            let note =
                isRollBack && health.isDegraded(.rules)
                ? ["the files on disk differ; they become active again at their next change or at a restart"] : []
            return AdminReply(["revision \(version) is active from entry #\(boundary)"] + note)
        case .refused(let lines): return AdminReply(lines, isRefused: true)
        }
    }

    /// The status of the application.
    func report() async throws -> StatusReport {
        var degraded = health.reasons
        async let stored = storedStatus()
        async let nodes = cluster()
        let isUnconfirmed = await isLeaseUnconfirmed()
        let (kept, (cluster, clusterProblem)) = (try await stored, await nodes)
        let faults: [String] =
            (isUnconfirmed ? ["the database does not confirm that this node runs the bot: nothing is sent"] : [])
            + (kept == nil ? ["the database does not answer: counts are unknown"] : [])
            + [store.writeProblem, store.readProblem].compactMap(\.self)
            + (clusterProblem.map { ["the nodes are unknown: \($0)"] } ?? [])
            + (store.lease.clockDifference.map { [StatusReport.words(forClock: $0)] } ?? [])
        if !faults.isEmpty { degraded.append(.init(part: "store", lines: faults)) }
        if stores.archive.isDegraded {
            degraded.append(.init(part: "archive", lines: ["reads or writes of the archive fail: search results are incomplete"]))
        }
        let exposures = stores.folder.exposures.map { "\($0.description); \($0.advice)" }
        if !exposures.isEmpty { degraded.append(.init(part: "data", lines: exposures)) }
        let (connection, isConnected) = connection
        let counts = (kept?.deliveries ?? [:]).mapValues(\.count)
        let statuses = await connectors.statuses(waiting: counts)
        let missing = connectors.unroutableChannels(pending: counts)
        let problems = statuses.flatMap(\.problems) + missing
        if !problems.isEmpty { degraded.append(.init(part: "connections", lines: problems)) }
        let late =
            kept.map {
                Self.late($0.entries, "entries", at: time.now)
                    + Self.late(Backlog($0.deliveries.values), "deliveries", at: time.now)
            } ?? []
        if !late.isEmpty { degraded.append(.init(part: "backlog", lines: late)) }
        let tripped = (kept?.trippedLimits ?? []).map(line)
        if !tripped.isEmpty { degraded.append(.init(part: "limits", lines: tripped)) }
        let restricted = (kept?.restrictions ?? []).map(line)
        let held = engine.heldAnswers(at: time.now).map { AnswerHoldNotice($0, in: store).line }
        if !held.isEmpty { degraded.append(.init(part: "answers", lines: held)) }
        if isConnected, !unknown.isEmpty { degraded.append(.init(part: "relays", lines: unknown)) }
        let heartbeats = socket.counts
        return StatusReport(
            pid: ProcessInfo.processInfo.processIdentifier, startedAt: health.startedAt, now: time.now, connection: connection,
            isConnected: isConnected,
            heartbeats: .init(count: heartbeats.pings, latestMilliseconds: heartbeats.latestPing / .milliseconds(1)),
            rules: .init(reloader.current.rules), store: kept?.counts, degraded: degraded,
            suspendedBots: health.suspendedBots, restrictions: restricted.isEmpty ? nil : restricted,
            connectors: statuses.isEmpty ? nil : statuses,
            missingConnectors: missing.isEmpty ? nil : missing,
            cluster: cluster
        )
    }

    /// Returns whether the lease is not renewed: now, and after the pause that follows a change of nodes.
    private func isLeaseUnconfirmed() async -> Bool {
        guard !store.lease.isCurrent else { return false }
        do { try await time.sleep(for: .seconds(1)) } catch { return false }
        return !store.lease.isCurrent
    }

    /// The processes of a store on a server, or why they are unknown; both nil for one in a file.
    private func cluster() async -> (Cluster?, problem: String?) {
        guard let server = stores.server else { return (nil, nil) }
        switch await ClusterReader(server, time: time).cluster() {
        case .success(let cluster): return (cluster, nil)
        case .failure(let error): return (nil, error.description)
        }
    }

    /// The status that is read from the store; nil if its disk or server fails, or does not answer in time.
    private func storedStatus() async throws -> StoredStatus? {
        do {
            return try await withTimeout(
                .seconds(3), time: time,
                abandoning: { [store, ruleEngine = engine.ruleEngine, now = time.now] in
                    try await StoredStatus(store, ruleEngine, at: now)
                })
        } catch let error as any SQLError where error.isTemporary {
            return nil
        }
    }

    /// The time beyond which waiting work counts as late. Bots have a minute for an entry, and slow networks deliver within it.
    private static let maxBacklogAge: TimeInterval = 300

    static func late(_ backlog: Backlog, _ what: String, at now: Date) -> [String] {
        guard let oldest = backlog.oldest, now.timeIntervalSince(oldest) > maxBacklogAge else { return [] }
        let time = Duration.seconds(now.timeIntervalSince(oldest).rounded())
        return [
            "\(backlog.count) \(what) pending, the oldest for \(time.formatted(.units(allowed: [.days, .hours, .minutes], maximumUnitCount: 2)))"
        ]
    }

    /// Descriptions of Mezon channels that are relay destinations but unknown from the server, one line each.
    private var unknown: [String] {
        let names = reloader.current.configuration.names
        return reloader.current.rules.relayDestinations.filter { !$0.isExternal && store.directory.channel($0) == nil }.sorted()
            .map {
                "relay destination '\(names.name(of: $0) ?? "\($0)")': channel \($0) is not visible to the bot"
            }
    }

    private func line(_ tripped: TrippedLimit) -> String {
        let configuration = reloader.current.configuration
        let place =
            tripped.clan.isNone
            ? "channel \(configuration.names.name(of: tripped.channel) ?? "\(tripped.channel)")"
            : "clan \(store.directory.clan(tripped.clan)?.name ?? "\(tripped.clan)")"
        guard let until = tripped.until else { return "rule '\(tripped.rule)' is disabled in \(place): limits exceeded" }
        let zone = configuration.settings(of: tripped.clan).timeZone
        return "rule '\(tripped.rule)' is in shadow mode in \(place) until \(until.stamp(in: zone)): more than \(tripped.limit)"
    }

    private func line(_ restriction: ChannelRestriction) -> String {
        let configuration = reloader.current.configuration
        let channel = store.directory.channel(restriction.channel)
        let name = configuration.names.name(of: restriction.channel) ?? channel?.label ?? "\(restriction.channel)"
        let end = restriction.until.stamp(in: configuration.settings(of: channel?.clan ?? 0).timeZone)
        return switch restriction.kind {
        case .lock: "\(name) is locked until \(end) by rule '\(restriction.rule)'"
        case .slowMode:
            "\(name) is in slow mode (\(restriction.interval) s) until \(end) by rule '\(restriction.rule)'"
        }
    }

    private var connection: (String, Bool) {
        func since(_ date: Date) -> String { "since \(date.stamp(in: reloader.current.configuration.bot.timeZone))" }
        return switch socket.connectionState {
        case .initial: ("\(gateway): not connected yet", false)
        case .loading(let date): ("\(gateway): connecting \(since(date))", false)
        case .connected(let date): ("\(gateway): connected \(since(date))", true)
        case .connecting(let attempt, let date): ("\(gateway): disconnected \(since(date)), attempt \(attempt)", false)
        }
    }
}
