import ArgumentParser
import BotConfiguration
import Foundation
import MezonBotApp
import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Imports an exported journal.
struct JournalImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an exported journal into a new data directory.",
        discussion: """
            All entries are imported or none. Nothing is acted upon or sent: every entry counts as processed, every delivery as \
            settled. `mezon-bot journal replay` replays them. With --encryption-key the new store is encrypted. \
            Exit codes: 0 success, 1 failure or an invalid file (reported with line and column), 75 data directory in use.
            """)

    @Argument(help: "Exported file; '-' reads standard input", completion: .file(extensions: ["jsonl"]))
    var file: String

    @OptionGroup var data: DataDirectoryOptions

    @Flag(help: .jsonObject)
    var json = false

    private struct Reply: Encodable {
        var entries: Int
        var lines: Int
    }

    func run() async throws {
        let handle = try input()
        do {
            let keys = try data.keyFile.map { try RecordedSecretSource(environment: [:]).keys(inFile: $0) } ?? []
            let cipher = keys.first.map { ValueCipher($0, previous: Array(keys.dropFirst())) }
            let taking = try JournalImport(into: try DataDirectory(data.folder), cipher: cipher)
            let report: JournalImport.Report
            do {
                try take(handle, into: taking)
                report = try taking.finish()
            } catch {
                taking.discard()
                throw error
            }
            if json { return try printJSON(Reply(entries: report.entries, lines: report.lines)) }
            print("\(report.entries) entries imported. Replay them with `mezon-bot journal replay --data \(data.folder)`.")
        } catch let error as ImportError {
            throw CommandError(.failed, "\(file):\(error)")
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as SecretSourceError {
            throw CommandError(.configuration, "\(error)")
        }
    }

    private func input() throws -> FileHandle {
        guard file != "-" else { return .standardInput }
        let handle = open(file, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { throw CommandError(.failed, "cannot read '\(file)': \(String(cString: strerror(errno)))") }
        return FileHandle(fileDescriptor: handle, closeOnDealloc: true)
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
