package import BotConfiguration
package import BotKit
package import ChatModel
import Foundation
import Synchronization

/// The programs of a process, by what is run: a configuration that is loaded again uses those that are running, unless their files
/// have changed.
package final class ProgramHost: Sendable {
    /// The programs that may be started.
    package enum Policy: Sendable {
        /// All that the configuration names.
        case all
        /// The programs that run already, also again with a changed file: whoever changes the configuration of a running bot cannot run
        /// other programs with it.
        case known
        /// The same, also with another first line, because their bots start anew.
        case renewed
        /// None: a draft is checked with the programs that are running.
        case none
        /// None, and their bots are left out: for commands that run no bots.
        case omitted
    }

    private struct Key: Hashable {
        var name: String
        var launch: ProgramLaunch
    }

    private struct Entry {
        weak var program: Program?
        var versions: [String]
    }

    private let inherited: [String: String]
    /// The folder of a store that the configuration does not name.
    private let dataFolder: String?
    private let time: any TimeSource
    private let neverRests: Bool
    private let note: @Sendable (_ program: String, _ line: String) -> Void
    /// The confinement of the programs; detected once, when it is needed.
    private let confined = Mutex<ProgramConfinement?>(nil)
    private let programs = Mutex<[Key: Entry]>([:])

    /// - Parameters:
    ///   - environment: The environment of this process, of which programs inherit a few variables.
    ///   - dataFolder: The folder of a store that the configuration does not name, which programs must not see.
    ///   - neverRests: A Boolean value that indicates whether failures of a program do not delay its next start, as in a replay.
    ///   - note: Called with the lines that programs write to their standard error, without the secrets of their environment.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, dataFolder: String? = nil,
        time: any TimeSource = SystemTime(), neverRests: Bool = false,
        note: @escaping @Sendable (_ program: String, _ line: String) -> Void = { _, _ in }
    ) {
        inherited = environment
        self.dataFolder = dataFolder.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        self.time = time
        self.neverRests = neverRests
        self.note = note
    }

    /// Returns the bot that a program is, and starts it if it does not run.
    ///
    /// - Parameters:
    ///   - store: The folder of the store, which the program must not see.
    ///   - needs: The capabilities that the operator grants it.
    /// - Throws: `ProgramError`.
    package func definition(
        of name: String, _ settings: ProgramSettings, in folder: String, hiding store: String, needs: Set<Capability>,
        _ policy: Policy
    ) throws(ProgramError) -> BotDefinition {
        let launch = try ProgramLaunch(
            settings.words, environment: settings.environment, folder: folder,
            hidden: Set([store, dataFolder, inherited["CREDENTIALS_DIRECTORY"]].compactMap(\.self)).sorted(),
            confinement: confinement, memoryInBytes: settings.memoryInBytes ?? ProgramConfinement.defaultMemoryInBytes,
            inherited: inherited)
        let program = try program(Key(name: name, launch: launch), policy)
        let manifest = Manifest(name, program.hello.summary, needs: needs, activities: program.hello.activities)
        return BotDefinition(manifest, timeout: settings.timeout) { options, _ in
            guard !Self.hasSecret(options) else {
                throw OptionError(
                    path: [],
                    message: "the options of a program hold no secrets: name them under 'secrets' for its web requests, or pass "
                        + "them in 'environment'")
            }
            return ProgramBot(program, config: options, secrets: settings.secrets)
        }
    }

    /// The confinement of the programs.
    package var confinement: ProgramConfinement {
        confined.withLock { known in
            if let known { return known }
            let found = ProgramConfinement.detect(path: inherited["PATH"] ?? "")
            known = found
            return found
        }
    }

    /// Ends the programs that were started before the folder of the store existed. They start again with their next event.
    package func hideStore() {
        for entry in programs.withLock({ Array($0.values) }) { entry.program?.endIfExposed() }
    }

    /// Ends all programs. They start again with their next event.
    package func end() {
        for entry in programs.withLock({ Array($0.values) }) { entry.program?.end() }
    }

    private func program(_ key: Key, _ policy: Policy) throws(ProgramError) -> Program {
        let versions = key.launch.fileVersions
        let entry = programs.withLock { $0[key] }
        if let program = entry?.program, policy != .renewed || entry?.versions == versions {
            if policy == .none || policy == .omitted || entry?.versions == versions { return program }
            try program.restart()
            programs.withLock { $0[key]?.versions = versions }
            return program
        }
        let isKnown = (policy == .known || policy == .renewed) && entry != nil
        guard policy == .all || isKnown else { throw .unstarted }
        let program = try Program(key.name, key.launch, time: time, neverRests: neverRests) { [note] in note(key.name, $0) }
        programs.withLock { $0[key] = Entry(program: program, versions: versions) }
        return program
    }

    private static func hasSecret(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object): object[Secret.referenceKey] != nil || object.values.contains(where: hasSecret)
        case .array(let items): items.contains(where: hasSecret)
        case .null, .bool, .integer, .number, .string: false
        }
    }
}
