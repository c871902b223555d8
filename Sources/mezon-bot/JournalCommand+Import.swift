import ArgumentParser
import BotConfig
import Foundation
import MezonBot
import Persistence

extension JournalCommand {
    /// Imports an exported journal.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take in what `journal export` has printed, into a data folder without a journal.",
            discussion: """
                All of it is taken in or nothing. Nothing is acted upon and nothing is sent: every entry counts as done, every delivery as \
                settled. `mezon-bot replay` plays it again as it was. With --seal-key the new store is sealed. Exit code 1 where the file \
                is wrong, with its line and column.
                """)

        @Argument(help: "The file; '-' for standard input.")
        var file: String

        @OptionGroup var data: DataDirectoryOptions

        @Flag(help: "One JSON object.")
        var json = false

        private struct Reply: Encodable {
            var entries: Int
            var lines: Int
        }

        func run() async throws {
            let handle = try input()
            do {
                let keys = try data.keyFile.map { try EncryptionKeySource(environment: [:]).keys(inFile: $0) } ?? []
                let seal = keys.first.map { ValueCipher($0, previous: Array(keys.dropFirst())) }
                let taking = try JournalImport(into: try DataDirectory(data.folder), seal: seal)
                let report: JournalImport.Report
                do {
                    try take(handle, into: taking)
                    report = try taking.finish()
                } catch {
                    taking.discard()
                    throw error
                }
                if json { return try printJSON(Reply(entries: report.entries, lines: report.lines)) }
                print("\(report.entries) entries were taken in. `mezon-bot replay --data \(data.folder)` plays them again.")
            } catch let error as ImportError {
                throw CommandError(.failed, "\(file):\(error)")
            } catch let error as StorageError {
                throw CommandError(error)
            } catch let error as EncryptionKeySourceError {
                throw CommandError(.configuration, "\(error)")
            }
        }

        private func input() throws -> FileHandle {
            guard file != "-" else { return .standardInput }
            guard let handle = FileHandle(forReadingAtPath: file) else { throw CommandError(.failed, "\(file) cannot be read") }
            return handle
        }

        private func take(_ handle: FileHandle, into taking: JournalImport) throws {
            let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64) ?? 0
            let meter = ProgressMeter()
            defer { meter.end() }
            var done: Int64 = 0
            while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty {
                try taking.consume(bytes)
                done += Int64(bytes.count)
                meter.advance(to: done, of: max(size, done))
            }
        }
    }
}
