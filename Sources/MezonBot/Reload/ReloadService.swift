import BotConfig
import BotKit
import Foundation
import Logging
import MezonModel
import Moderation
import Persistence
import Rules
import Synchronization

/// Takes another edition of the rules into force while the house runs, at one place in the journal for all lanes.
///
/// What cannot be used changes nothing: the running edition stays, and the house says that it is degraded, and why, until a candidate is
/// good.
actor ReloadService {
    enum Outcome: Sendable, Equatable {
        case unchanged(version: String)
        /// In force from this entry on.
        case changed(version: String, from: Int64)
        /// The running edition stays. The first line says it all to a person in a hurry.
        case refused([String])
    }

    /// What a plan's channels look like to this house.
    typealias HandlersFactory = @Sendable (CompiledConfiguration) -> ChannelHandlers

    private let book: RuleEngine
    private let rosters: HandlerRegistry
    private let store: Store
    private let health: HealthMonitor
    private let time: any TimeSource
    private let logger: Logger
    private let roster: HandlersFactory
    /// The plan in force.
    private let plan: Mutex<CompiledConfiguration>
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(
        _ plan: CompiledConfiguration, book: RuleEngine, rosters: HandlerRegistry, store: Store, health: HealthMonitor,
        time: any TimeSource,
        logger: Logger, roster: @escaping HandlersFactory
    ) {
        self.plan = Mutex(plan)
        self.book = book
        self.rosters = rosters
        self.store = store
        self.health = health
        self.time = time
        self.logger = logger
        self.roster = roster
    }

    nonisolated var current: CompiledConfiguration { plan.withLock { $0 } }

    /// How the files look now.
    nonisolated var marks: FileFingerprints {
        let plan = current
        return FileFingerprints(of: plan.files.texts.keys, in: plan.folder)
    }

    /// Reads the files again and puts what they say in force.
    func reload() async -> Outcome {
        await oneAtATime { [self] in
            let running = current
            let (candidate, report) = running.again()
            guard let candidate else { return await refuse(report.lines) }
            if let obstacle = running.obstacle(to: candidate) { return await refuse([obstacle]) }
            let failures = candidate.failedTests()
            guard failures.isEmpty else { return await refuse(report.with(failures).lines) }
            return await take(candidate, telling: running.news(of: candidate, isMended: health.isDegraded(.rules)))
        }
    }

    /// Puts an edition of former days in force, until the files change the next time.
    ///
    /// - Parameter version: the beginning of its name; nil for the one before the one in force.
    func rollBack(to version: String?) async -> Outcome {
        await oneAtATime { [self] in
            let running = current
            do {
                let editions = try await store.reader.editions()
                let others = editions.filter { $0.version != running.rules.version }
                let found = version.map { name in others.filter { $0.version.hasPrefix(name) } } ?? Array(others.prefix(1))
                guard let edition = found.first, found.count == 1 else {
                    let isRunning = version.map(running.rules.version.hasPrefix) ?? false
                    if isRunning { return .unchanged(version: running.rules.version) }
                    return .refused([
                        found.isEmpty
                            ? "there is no other edition\(version.map { " '\($0)'" } ?? "")"
                            : "'\(version ?? "")' names several editions"
                    ])
                }
                guard let plan = running.restoring(edition) else {
                    return .refused(["this build cannot read edition \(edition.version) any more"])
                }
                let files = running.again().plan.map { "edition \($0.rules.version)" } ?? "they cannot be used"
                let isAsOnDisk = files == "edition \(edition.version)"
                let difference = isAsOnDisk ? "" : "; the files on disk differ (\(files))"
                let head = "edition \(edition.version) was put in force by hand, in place of \(running.rules.version)"
                let outcome = await take(plan, telling: "↩ \(head)\(difference)")
                if case .changed = outcome, !isAsOnDisk { health.degrade(.rules, [head + difference]) }
                return outcome
            } catch {
                return .refused(["the editions cannot be read: \(StorageErrorDescription.words(for: error))"])
            }
        }
    }

    /// - Parameter news: what moderators are told of it; nil for nothing.
    private func take(_ candidate: CompiledConfiguration, telling news: String?) async -> Outcome {
        let version = candidate.rules.version
        guard version != current.rules.version else {
            health.clear(.rules)
            await tell(news)
            return .unchanged(version: version)
        }
        let roster = roster(candidate)
        let boundary = Mutex<Int64?>(nil)
        do {
            let sequence = try await store.change(
                to: version, files: candidate.files.json, standing: candidate.rules.standing(after: time.now),
                by: .rulesChanged(version: version, at: time.now)
            ) { [book, rosters] sequence in
                boundary.withLock { last in
                    if let last { rosters.withdraw(from: last) }
                    last = sequence
                }
                rosters.change(to: roster, from: sequence)
                book.change(to: candidate.rules, from: sequence)
            }
            plan.withLock { $0 = candidate }
            health.clear(.rules)
            logger.info("Rules changed", metadata: ["rules.version": "\(version)", "rules.from": "\(sequence)"])
            await tell(news)
            return .changed(version: version, from: sequence)
        } catch {
            book.withdraw(version)
            if let last = boundary.withLock({ $0 }) { rosters.withdraw(from: last) }
            return await refuse(["the store does not take the change: \(StorageErrorDescription.words(for: error))"])
        }
    }

    private func refuse(_ lines: [String]) async -> Outcome {
        health.degrade(.rules, lines)
        let first = lines.first ?? ""
        logger.error(
            "Reload refused, the rules stay as they are",
            metadata: ["rules.version": "\(current.rules.version)", "rules.error": "\(first)"])
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
            try await store.append([NewEntry(house: event)])
        } catch {
            logger.warning(
                "What came of a reload is not journalled",
                metadata: ["store.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }

    /// Signals, files and commands may come together; each looks at what the one before it left.
    private func oneAtATime(_ work: @Sendable () async -> Outcome) async -> Outcome {
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
