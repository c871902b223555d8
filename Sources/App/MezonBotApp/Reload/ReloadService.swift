import AsyncSupport
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
    typealias FailedFixtures = @Sendable (CompiledConfiguration) async -> [Diagnostic]

    enum Outcome: Sendable, Equatable {
        case unchanged(version: String)
        /// The revision is active from this entry on.
        case changed(version: String, from: Int64)
        /// The running revision stays active. The first line summarizes the reason.
        case refused([String])
    }

    enum SaveOutcome: Sendable, Equatable {
        /// The file was written, and the files were read again.
        case written(Outcome)
        /// Nothing was written, with the reasons.
        case refused([String])
    }

    private let engine: EventEngine
    private let store: Store
    private let health: HealthMonitor
    private let time: any TimeSource
    private let logger: Logger
    private let failedFixtures: FailedFixtures?
    private let backtest: ReloadBacktest
    /// The active configuration.
    private let compiled: Mutex<CompiledConfiguration>
    /// The state of the files after the last save, which has read them already.
    private let saved = Mutex<FileFingerprints?>(nil)
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter failedFixtures: Returns the fixtures that fail under a configuration; nil for a program that plays none.
    init(
        _ compiled: CompiledConfiguration, engine: EventEngine, store: Store, health: HealthMonitor, time: any TimeSource,
        logger: Logger, failedFixtures: FailedFixtures? = nil
    ) {
        self.failedFixtures = failedFixtures
        backtest = ReloadBacktest(store.reader, time: time)
        self.compiled = Mutex(compiled)
        self.engine = engine
        self.store = store
        self.health = health
        self.time = time
        self.logger = logger
    }

    nonisolated var current: CompiledConfiguration { compiled.withLock { $0 } }

    /// The current fingerprints of the files.
    nonisolated var fingerprints: FileFingerprints { current.fingerprints }

    /// Returns whether the files are as the last save has left them.
    nonisolated func isSaved(_ fingerprints: FileFingerprints) -> Bool { saved.withLock { $0 == fingerprints } }

    /// Reads the files again and activates their content.
    ///
    /// - Parameter author: The assistant program that asks; nil for anyone else, who may not be who changed the files.
    func reload(by author: String? = nil) async -> Outcome { await serialized { [self] in await activateFiles(by: author) } }

    /// Replaces a file and activates the result. A text with errors or failing tests is written only if the edit keeps errors.
    func save(_ edit: ConfigurationEdit) async -> SaveOutcome {
        await serialized { [self] in
            let running = current
            var tested: String?
            let (candidate, report) = await onDedicatedThread { running.reload(drafts: [edit.file: edit.text]) }
            if !edit.keepsErrors {
                guard let candidate else { return .refused(report.lines) }
                let failures = await self.failures(of: candidate)
                guard failures.isEmpty else { return .refused(report.with(failures).lines) }
                tested = candidate.rules.version
            }
            do throws(ConfigurationFileError) {
                try running.files(in: report).replace(edit.file, with: edit.text, ifDigestIs: edit.digest)
            } catch {
                return .refused([error.description])
            }
            logger.info(
                "Configuration saved",
                metadata: ["configuration.file": "\(edit.file)", "configuration.author": "\(edit.author)"])
            saved.withLock { $0 = fingerprints }
            return .written(await activateFiles(by: edit.author, tested: tested))
        }
    }

    /// Returns the tests that fail under a candidate, those beside its rules and the recorded ones, and what its backtest refuses.
    private func failures(of candidate: CompiledConfiguration) async -> [Diagnostic] {
        var failures = candidate.failedTests()
        // Rules that are active already stay so, whatever was recorded meanwhile.
        guard failures.isEmpty, candidate.rules.version != current.rules.version else { return failures }
        if let position = candidate.configuration.reload.testsPosition {
            guard let failedFixtures else {
                return [
                    Diagnostic(.error, "no-player", "this program cannot play the tests that `reload` requires", at: position)
                ]
            }
            failures = await failedFixtures(candidate)
        }
        return failures.isEmpty ? await backtest.refusals(of: candidate, against: current) : failures
    }

    /// - Parameters:
    ///   - author: Who has changed the files; nil if that is unknown.
    ///   - tested: The revision whose tests have just passed; nil for none.
    private func activateFiles(by author: String?, tested: String? = nil) async -> Outcome {
        let running = current
        // Programs whose files have changed are started, and waited for.
        let (candidate, report) = await onDedicatedThread { running.reload() }
        guard let candidate else { return await refuse(report) }
        if let obstacle = running.obstacle(to: candidate) { return await refuse([obstacle]) }
        let failures = candidate.rules.version == tested ? [] : await self.failures(of: candidate)
        guard failures.isEmpty else { return await refuse(report.with(failures)) }
        let notice = running.changeNotice(of: candidate, isMended: health.isDegraded(.rules))
        return await activate(candidate, by: author, announcing: notice)
    }

    /// Activates an earlier revision until the files change again.
    ///
    /// - Parameters:
    ///   - version: A prefix of its id; nil for the previous revision.
    ///   - author: Who asks for it; nil for the command line.
    func rollBack(to version: String?, by author: String? = nil) async -> Outcome {
        await serialized { [self] in
            let running = current
            do {
                let revisions = try await store.reader.revisions()
                let others = revisions.filter { $0.version != running.rules.version }
                let found = version.map { name in others.filter { $0.version.hasPrefix(name) } } ?? Array(others.prefix(1))
                guard let revision = found.first, found.count == 1 else {
                    let isRunning = version.map(running.rules.version.hasPrefix) ?? false
                    if isRunning { return .unchanged(version: running.rules.version) }
                    return .refused([
                        found.isEmpty
                            ? "no other revision found\(version.map { " '\($0)'" } ?? "")"
                            : "'\(version ?? "")' matches several revisions"
                    ])
                }
                guard let compiled = running.restoring(revision) else {
                    return .refused(["this build cannot read revision \(revision.version)"])
                }
                let files =
                    await onDedicatedThread { running.reload() }.compiled.map { "revision \($0.rules.version)" } ?? "invalid"
                let isAsOnDisk = files == "revision \(revision.version)"
                let difference = isAsOnDisk ? "" : "; the files on disk differ (\(files))"
                let head = "revision \(revision.version) was activated manually, replacing \(running.rules.version)"
                let outcome = await activate(compiled, by: author, announcing: "↩ \(head)\(difference)")
                if case .changed = outcome, !isAsOnDisk { health.degrade(.rules, [head + difference]) }
                return outcome
            } catch {
                return .refused(["the revisions cannot be read: \(StorageErrorDescription.words(for: error))"])
            }
        }
    }

    /// - Parameter notice: The notice to moderators; nil for none.
    private func activate(
        _ candidate: CompiledConfiguration, by author: String?, announcing notice: String?
    ) async -> Outcome {
        let version = candidate.rules.version
        guard version != current.rules.version else {
            health.clear(.rules)
            await announce(notice)
            return .unchanged(version: version)
        }
        do {
            let sequence = try await engine.activate(candidate, by: author, at: time.now)
            compiled.withLock { $0 = candidate }
            health.clear(.rules)
            logger.info("Rules changed", metadata: ["rules.revision": "\(version)", "rules.from": "\(sequence)"])
            await announce(notice)
            return .changed(version: version, from: sequence)
        } catch {
            return await refuse(["the change could not be stored: \(StorageErrorDescription.words(for: error))"])
        }
    }

    private func refuse(_ report: DiagnosticReport) async -> Outcome {
        await refuse(report.lines, because: report.firstError)
    }

    /// - Parameter reason: The line that tells why; nil for the first one.
    private func refuse(_ lines: [String], because reason: String? = nil) async -> Outcome {
        // Moderators are told once, also if a command asks for the reload that the changed files cause as well.
        let isKnown = health.lines(.rules) == lines
        health.degrade(.rules, lines)
        let first = reason ?? lines.first ?? ""
        logger.error(
            "Reload rejected, rules unchanged",
            metadata: ["rules.revision": "\(current.rules.version)", "rules.error": "\(first)"])
        guard !isKnown else { return .refused(lines) }
        let failure = SystemEvent.Failure(
            cause: (try? await store.reader.lastSequence()) ?? 0, author: SystemEvent.Failure.reloading, action: "reload",
            clan: 0,
            channel: 0,
            reason: first, at: time.now)
        await journal(.failed(failure))
        return .refused(lines)
    }

    private func announce(_ notice: String?) async {
        if let notice { await journal(.news(.init(notice, at: time.now))) }
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
    private func serialized<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        if isBusy { await withCheckedContinuation { waiting.append($0) } }
        isBusy = true
        let outcome = await work()
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
        return outcome
    }
}

extension DiagnosticReport {
    /// They go to pages and chat, so files are named without their folder.
    fileprivate var lines: [String] {
        var sources = sources
        sources.folder = ""
        let text = DiagnosticReport(diagnostics, sources: sources).human()
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
