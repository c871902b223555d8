import ArgumentParser
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import ProgramBots
import Storage

/// The options that make a test of an undone case.
struct CaseTestOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write a test of the case to this folder; it fails while the rules would do it again", valueName: "folder"),
        completion: .directory)
    var test: String?

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

    /// A test that was written.
    struct Written: Encodable {
        let file: String
        let events: Int
        let keptWords: Int
        let forbidden: [String]
        let author: String
        let revision: String
        /// A Boolean value that indicates whether it fails under the rules of the configuration.
        let fails: Bool

        /// The description for the user.
        var lines: [String] {
            let length = "\(events) event\(events == 1 ? "" : "s")"
            let words =
                switch keptWords {
                case 0: "every word is replaced"
                case 1: "1 word is kept, because the decision depends on it"
                default: "\(keptWords) words are kept, because the decision depends on them"
                }
            let standing =
                fails
                ? "It fails until \(author) no longer requests \(forbidden.joined(separator: ", "))."
                : "It fails under the rules that decided (\(revision)) and passes under those of the configuration."
            return [
                "\(file): \(length); \(words).",
                "\(standing) `mezon-bot test \(file)` runs it.",
            ]
        }
    }

    /// A plan with the test that was written.
    struct Planned: Encodable {
        private enum CodingKeys: CodingKey { case test }

        let undo: SystemEvent.Undo?
        let test: Written?

        /// The plans of an undo; a test without one stands alone.
        static func list(_ undos: [SystemEvent.Undo], _ test: Written?) -> [Planned] {
            undos.isEmpty && test != nil ? [Planned(undo: nil, test: test)] : undos.map { Planned(undo: $0, test: test) }
        }

        func encode(to encoder: any Encoder) throws {
            try undo?.encode(to: encoder)
            guard let test else { return }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(test, forKey: .test)
        }
    }

    /// Makes a test of a case and writes it; nil without `--test`.
    ///
    /// - Throws: `CommandError` if no test can be made or written; errors of the store.
    func write(_ measures: [StoredCase], _ reader: JournalReader) async throws -> Written? {
        guard let test, let first = measures.first else { return nil }
        let (compiled, report) = CompiledConfiguration.check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment,
            programs: ProgramHost(), .omitted)
        guard let compiled else {
            printError(report)
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        let folder = URL(fileURLWithPath: test, isDirectory: true)
        let file = folder.appending(path: CaseTestRecorder.fileName(of: first))
        let name = file.relativePath
        do {
            let recording = try await CaseTestRecorder(reader, compiled).record(first.cause, by: first.author)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let content = Data(recording.text.utf8)
            if !FileManager.default.fileExists(atPath: file.path) {
                try content.write(to: file, options: .withoutOverwriting)
            } else if try Data(contentsOf: file) != content {
                throw CommandError(
                    .failed,
                    "\(name) exists with other content, and nothing was undone; delete it, name another folder, or leave out --test"
                )
            }
            return Written(
                file: name, events: recording.events, keptWords: recording.keptWords, forbidden: recording.forbidden,
                author: recording.author, revision: recording.version, fails: recording.fails)
        } catch let error as CocoaError {
            let reason = FileErrorDescription.words(for: error)
            throw CommandError(.failed, "\(name) cannot be written, and nothing was undone: \(reason)")
        } catch let error as CommandError {
            throw error
        } catch let error as StorageError {
            throw error
        } catch {
            throw CommandError(
                .failed, "no test can be made of this case, and nothing was undone: \(error). Without --test, it can be undone")
        }
    }
}
