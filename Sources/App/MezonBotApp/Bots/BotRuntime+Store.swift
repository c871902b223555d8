import BotKit
import ChatModel
import Foundation
import Logging
import Storage

/// A bot runtime backed by the store.
extension BotRuntime {
    /// Reads the recorded results of bots and migrates state that was written by another build.
    ///
    /// - Throws: `ApplicationError` if a bot can no longer read its own state.
    static func open(
        _ bots: [BotDefinition], store: Store, executors: ExecutorProvider? = nil, crashLog: CrashLog? = nil,
        health: HealthMonitor? = nil,
        time: any TimeSource,
        logger: Logger, ask: @escaping ReadHandler
    ) async throws -> BotRuntime {
        for bot in bots { try await migrate(bot, in: store, logger: logger) }
        let recalled = recalled(try await store.state.openBotRecords(), logger: logger)
        let (letters, crashes) = try await store.deadLetters.record(crashLog?.crashes ?? [])
        for crash in crashLog?.crashes ?? [] {
            logger.error(
                "Bot crashed the previous process", metadata: ["bots.bot": "\(crash.bot)", "bots.entry": "\(crash.sequence)"])
        }
        let stored = try await stored(of: bots, in: store, at: time.now)
        let suspensions = BotSuspensionReporter(health: health, logger: logger) { store.directory.clan($0)?.name ?? "\($0)" }
        return BotRuntime(
            ask: { question in await executors.onApplicationExecutor { await ask(question) } },
            channel: { store.directory.channel($0) },
            isClan: { store.directory.clan($0) != nil },
            fileStore: FileStore(
                keep: { bytes in try await executors.onApplicationExecutor { try store.blobs.store(bytes) } },
                bytes: { name in try await executors.onApplicationExecutor { try store.blobs.bytes(named: name) } }),
            typing: TypingTracker(time: time),
            supervisor: { bot in
                let times = crashes[bot] ?? []
                return BotSupervisor(
                    memory: memory(
                        of: bot, in: store, executors, recalled: recalled[bot] ?? [:], stored: stored[bot] ?? [:], logger: logger),
                    executor: executors?.executor(bot), time: time,
                    markers: crashLog?.markers(of: bot),
                    deadLetters: Dictionary(
                        letters.map { (InvocationRecord.Name(sequence: $0.sequence, author: $0.author), $0.number) },
                        uniquingKeysWith: { first, _ in first }),
                    suspension: times.count < 3 ? nil : (for: .seconds(600), reason: .crashing(times: times.count)),
                    onSuspensionChange: { suspensions.note($1, of: bot, in: $0) })
            })
    }

    private static func recalled(_ rows: [InvocationRow], logger: Logger) -> [String: [InvocationRecord.Name: [AuthorResult]]] {
        rows.reduce(into: [:]) { recalled, row in
            var results: [AuthorResult] = []
            do {
                results = try JSONDecoder().decode([AuthorResult].self, from: Data(row.results.utf8))
            } catch {
                logger.error(
                    "Bot record unreadable, entry not answered",
                    metadata: [
                        "bots.bot": "\(row.bot)", "bots.entry": "\(row.sequence)",
                        "bots.error": "\(StorageErrorDescription.words(for: error))",
                    ])
            }
            recalled[row.bot, default: [:]][InvocationRecord.Name(sequence: row.sequence, author: row.author)] = results
        }
    }

    /// Loads the application's own state for bots. Expired values are deleted.
    private static func stored(
        of bots: [BotDefinition], in store: Store, at now: Date
    ) async throws -> [String: [String: StoredState]] {
        var stored: [String: [String: StoredState]] = [:]
        var worthless: [BotStateRow] = []
        for bot in bots {
            let name = bot.manifest.name
            for row in try await store.state.botStates(of: name) where StateScope.isSystemKey(row.key) {
                guard let value = row.value.map({ StoredState(fingerprint: row.fingerprint, json: $0) }) else { continue }
                if ExpiredState.isExpired(value, under: row.key, at: now) {
                    worthless.append(BotStateRow(bot: name, key: row.key, fingerprint: "", value: nil))
                } else {
                    stored[name, default: [:]][row.key] = value
                }
            }
        }
        if !worthless.isEmpty { try await store.state.write(worthless) }
        return stored
    }

    private static func memory(
        of bot: String, in store: Store, _ executors: ExecutorProvider?, recalled: [InvocationRecord.Name: [AuthorResult]],
        stored: [String: StoredState], logger: Logger
    ) -> BotStateStore {
        BotStateStore(
            recalled: recalled, stored: stored,
            load: { key in
                let row = try await executors.onApplicationExecutor { try await store.state.botState(of: bot, under: key) }
                return row.flatMap { row in row.value.map { StoredState(fingerprint: row.fingerprint, json: $0) } }
            },
            store: { record, stored in
                let row: InvocationRow
                do {
                    row = try InvocationRow(record)
                } catch {
                    logger.error(
                        "Bot record not stored: encoding failed",
                        metadata: [
                            "bots.bot": "\(record.bot)", "bots.entry": "\(record.name.sequence)",
                            "bots.error": "\(StorageErrorDescription.words(for: error))",
                        ])
                    return stored()
                }
                store.state.record(
                    row,
                    record.writes.map {
                        BotStateRow(
                            bot: record.bot, key: $0.key, fingerprint: $0.value?.fingerprint ?? "", value: $0.value?.json)
                    }, then: stored)
            })
    }

    private static func migrate(_ bot: BotDefinition, in store: Store, logger: Logger) async throws {
        let name = bot.manifest.name
        let old = try await store.state.botStates(of: name).filter { !StateScope.isSystemKey($0.key) }
        guard !old.isEmpty else { return }
        var new: [BotStateRow] = []
        for row in old {
            guard let value = row.value else { continue }
            do {
                let state = try bot.type.migrated(StoredState(fingerprint: row.fingerprint, json: value))
                guard state.fingerprint != row.fingerprint else { continue }
                new.append(BotStateRow(bot: name, key: row.key, fingerprint: state.fingerprint, value: state.json))
            } catch {
                throw ApplicationError.stateUnreadable(bot: name, key: row.key, reason: StorageErrorDescription.words(for: error))
            }
        }
        guard !new.isEmpty else { return }
        try await store.state.write(new)
        logger.notice(
            "Bot state migrated", metadata: ["bots.bot": "\(name)", "bots.values": "\(new.count)"])
    }
}

extension ExecutorProvider? {
    /// Performs work for a waiting bot on the application's executor instead of the bot's.
    fileprivate func onApplicationExecutor<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
        try await withTaskExecutorPreference(self?.application, operation: work)
    }
}

extension InvocationRow {
    fileprivate init(_ record: InvocationRecord) throws {
        self.init(
            sequence: record.name.sequence, author: record.name.author, bot: record.bot,
            results: try Self.text(record.results), reads: try Self.text(record.reads),
            writes: try Self.text(record.writes))
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
