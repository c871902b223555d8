import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Logging
import Moderation
import RuleEngine
import Storage
import Synchronization

/// Activates another revision of the rules while the application runs, at one position in the journal for all channels.
///
/// An invalid candidate changes nothing: the running revision stays active, and the application reports a degraded status with the
/// reason until a candidate is valid.
actor ReloadService {
    enum Outcome: Sendable, Equatable {
        case unchanged(version: String)
        /// The revision is active from this entry on.
        case changed(version: String, from: Int64)
        /// The running revision stays active. The first line summarizes the reason.
        case refused([String])
    }

    /// Creates the event handlers of a configuration.
    typealias HandlersFactory = @Sendable (CompiledConfiguration) -> ChannelHandlers

    private let engine: RuleEngine
    private let rosters: HandlerRegistry
    private let store: Store
    private let health: HealthMonitor
    private let time: any TimeSource
    private let logger: Logger
    private let channelHandlers: HandlersFactory
    /// The active configuration.
    private let plan: Mutex<CompiledConfiguration>
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        _ plan: CompiledConfiguration, engine: RuleEngine, rosters: HandlerRegistry, store: Store, health: HealthMonitor,
        time: any TimeSource,
        logger: Logger, channelHandlers: @escaping HandlersFactory
    ) {
        self.plan = Mutex(plan)
        self.engine = engine
        self.rosters = rosters
        self.store = store
        self.health = health
        self.time = time
        self.logger = logger
        self.channelHandlers = channelHandlers
    }

    nonisolated var current: CompiledConfiguration { plan.withLock { $0 } }

    /// The current fingerprints of the files.
    nonisolated var fingerprints: FileFingerprints {
        let plan = current
        return FileFingerprints(of: plan.files.texts.keys, in: plan.folder)
    }

    /// Reads the files again and activates their content.
    func reload() async -> Outcome {
        await serialized { [self] in
            let running = current
            let (candidate, report) = running.reload()
            guard let candidate else { return await refuse(report.lines) }
            if let obstacle = running.obstacle(to: candidate) { return await refuse([obstacle]) }
            let failures = candidate.failedTests()
            guard failures.isEmpty else { return await refuse(report.with(failures).lines) }
            return await take(candidate, telling: running.news(of: candidate, isMended: health.isDegraded(.rules)))
        }
    }

    /// Activates an earlier revision until the files change again.
    ///
    /// - Parameter version: a prefix of its id; nil for the previous revision.
    func rollBack(to version: String?) async -> Outcome {
        await serialized { [self] in
            let running = current
            do {
                let editions = try await store.reader.revisions()
                let others = editions.filter { $0.version != running.rules.version }
                let found = version.map { name in others.filter { $0.version.hasPrefix(name) } } ?? Array(others.prefix(1))
                guard let edition = found.first, found.count == 1 else {
                    let isRunning = version.map(running.rules.version.hasPrefix) ?? false
                    if isRunning { return .unchanged(version: running.rules.version) }
                    return .refused([
                        found.isEmpty
                            ? "no other revision found\(version.map { " '\($0)'" } ?? "")"
                            : "'\(version ?? "")' matches several revisions"
                    ])
                }
                guard let plan = running.restoring(edition) else {
                    return .refused(["this build cannot read revision \(edition.version)"])
                }
                let files = running.reload().plan.map { "revision \($0.rules.version)" } ?? "invalid"
                let isAsOnDisk = files == "revision \(edition.version)"
                let difference = isAsOnDisk ? "" : "; the files on disk differ (\(files))"
                let head = "revision \(edition.version) was activated manually, replacing \(running.rules.version)"
                let outcome = await take(plan, telling: "↩ \(head)\(difference)")
                if case .changed = outcome, !isAsOnDisk { health.degrade(.rules, [head + difference]) }
                return outcome
            } catch {
                return .refused(["the revisions cannot be read: \(StorageErrorDescription.words(for: error))"])
            }
        }
    }

    /// - Parameter news: the notice to moderators; nil for none.
    private func take(_ candidate: CompiledConfiguration, telling news: String?) async -> Outcome {
        let version = candidate.rules.version
        guard version != current.rules.version else {
            health.clear(.rules)
            await tell(news)
            return .unchanged(version: version)
        }
        let channelHandlers = channelHandlers(candidate)
        let boundary = Mutex<Int64?>(nil)
        do {
            let sequence = try await store.revisions.change(
                to: version, files: candidate.files.json, jobs: candidate.rules.standing(after: time.now),
                by: .rulesChanged(version: version, at: time.now)
            ) { [engine, rosters] sequence in
                boundary.withLock { last in
                    if let last { rosters.withdraw(from: last) }
                    last = sequence
                }
                rosters.change(to: channelHandlers, from: sequence)
                engine.change(to: candidate.rules, from: sequence)
            }
            plan.withLock { $0 = candidate }
            health.clear(.rules)
            logger.info("Rules changed", metadata: ["rules.revision": "\(version)", "rules.from": "\(sequence)"])
            await tell(news)
            return .changed(version: version, from: sequence)
        } catch {
            engine.withdraw(version)
            if let last = boundary.withLock({ $0 }) { rosters.withdraw(from: last) }
            return await refuse(["the change could not be stored: \(StorageErrorDescription.words(for: error))"])
        }
    }

    private func refuse(_ lines: [String]) async -> Outcome {
        health.degrade(.rules, lines)
        let first = lines.first ?? ""
        logger.error(
            "Reload rejected, rules unchanged",
            metadata: ["rules.revision": "\(current.rules.version)", "rules.error": "\(first)"])
        let failure = SystemEvent.Failure(
            cause: (try? await store.reader.lastSequence()) ?? 0, author: SystemEvent.Failure.reloading, action: "reload",
            clan: 0,
            channel: 0,
            reason: first, at: time.now)
        await journal(.failed(failure))
        return .refused(lines)
    }

    private func tell(_ news: String?) async {
        if let news { await journal(.news(.init(news, at: time.now))) }
    }

    private func journal(_ event: SystemEvent) async {
        do {
            try await store.journal.append([NewEntry(system: event)])
        } catch {
            logger.warning(
                "Reload result not journaled",
                metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }

    /// Serializes reloads: signals, file changes and commands may coincide, and each must see the result of the previous one.
    private func serialized(_ work: @Sendable () async -> Outcome) async -> Outcome {
        if isBusy { await withCheckedContinuation { waiting.append($0) } }
        isBusy = true
        let outcome = await work()
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
        return outcome
    }
}

extension DiagnosticReport {
    fileprivate var lines: [String] { human().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
