package import BotConfiguration
import ChatModel
package import Foundation
import Moderation
import RuleEngine

#if canImport(Glibc)
    import Glibc
#endif

/// The files of a configuration on disk. Only the names that the configuration reads lead to a file.
package struct ConfigurationFiles: Sendable {
    /// The size of the largest file that can be replaced.
    package static let maxBytes = 256 << 10

    private let folder: URL
    /// The names of the files relative to their folder, sorted.
    package let names: [String]
    private let secretFiles: Set<String>

    init(folder: String, names: some Sequence<String>, secretFiles: Set<String>) {
        self.folder = URL(fileURLWithPath: folder)
        self.names = Set(names).sorted()
        self.secretFiles = secretFiles
    }

    /// Returns the digest of a text, by which a change of its file is noticed.
    package static func digest(of text: String) -> String { RevisionID.of(["": text]) }

    /// Reads a file.
    ///
    /// - Throws: `ConfigurationFileError`, also for a file that may contain a secret.
    package func text(of name: String) throws(ConfigurationFileError) -> String {
        let url = try url(of: name)
        guard !secretFiles.contains(name) else { throw .secret(file: name) }
        switch TextFileReader.text(of: url, limit: Self.maxBytes) {
        case .success(let text): return text
        case .failure(let error): throw .unreadable(file: name, reason: error.description)
        }
    }

    /// Replaces a file at once. The former text is kept beside it as `.NAME.previous`, and the mode of the file stays.
    ///
    /// - Parameters:
    ///   - text: The new text with line feeds. A file with carriage returns keeps them.
    ///   - digest: The digest that the current text must have.
    /// - Throws: `ConfigurationFileError`; the file is unchanged in that case.
    func replace(_ name: String, with text: String, ifDigestIs digest: String) throws(ConfigurationFileError) {
        let current = try self.text(of: name)
        guard Self.digest(of: current) == digest else { throw .changed(file: name) }
        guard text.utf8.count <= Self.maxBytes else {
            throw .unwritable(file: name, reason: "it would have more than \(Self.maxBytes) bytes")
        }
        let target = try url(of: name)
        let text = current.hasCarriageReturns ? text.replacingOccurrences(of: "\n", with: "\r\n") : text
        let parent = target.deletingLastPathComponent()
        do {
            let mode = try Self.mode(of: target)
            try Self.write(current, to: parent.appending(path: ".\(target.lastPathComponent).previous"), mode)
            guard try self.text(of: name) == current else { throw ConfigurationFileError.changed(file: name) }
            try Self.write(text, to: target, mode)
        } catch let error as ConfigurationFileError {
            throw error
        } catch {
            throw .unwritable(file: name, reason: FileErrorDescription.words(for: error))
        }
    }

    /// The location of a file without symbolic links.
    private func url(of name: String) throws(ConfigurationFileError) -> URL {
        guard names.contains(name) else { throw .unknown(file: name) }
        let root = folder.resolvingSymlinksInPath().path
        let target = folder.appending(path: name).resolvingSymlinksInPath()
        guard target.path.hasPrefix(root.hasSuffix("/") ? root : root + "/") else { throw .outside(file: name) }
        return target
    }

    private static func mode(of file: URL) throws -> mode_t {
        var status = stat()
        guard stat(file.path, &status) == 0 else { throw failure() }
        return status.st_mode & 0o777
    }

    /// Writes a hidden file beside the target, which no pattern of `include` matches, and renames it.
    private static func write(_ text: String, to target: URL, _ mode: mode_t) throws {
        let draft = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).draft").path
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        do {
            defer { close(file) }
            try FileHandle(fileDescriptor: file, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
            guard fchmod(file, mode) == 0, fsync(file) == 0 else { throw failure() }
            guard rename(draft, target.path) == 0 else { throw failure() }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension CompiledConfiguration {
    /// The files on disk that this configuration, or its present state on disk, consists of.
    ///
    /// - Parameter report: The result of reading them.
    package func files(in report: DiagnosticReport) -> ConfigurationFiles {
        let sources = report.sources
        let secrets = sources.names.filter { sources.firstSecretLine(of: $0) != nil }
        return ConfigurationFiles(
            folder: folder, names: sources.names + files.texts.keys, secretFiles: secretFiles.union(secrets))
    }

    /// The folder of the fixtures: `reload.tests`, or `fixtures` beside `config.yaml`.
    package var fixtureFolder: String { configuration.reload.tests ?? folder + "/fixtures" }

    /// The path of a file in the folder of the fixtures, relative to the configuration's folder if it is inside.
    package func fixturePath(_ name: String) -> String {
        let path = fixtureFolder + "/" + name
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// Writes a new fixture; an existing one is not replaced.
    ///
    /// - Returns: Its path, as `fixturePath` returns it.
    /// - Throws: `ConfigurationFileError`.
    func saveFixture(named name: String, _ text: String) throws(ConfigurationFileError) -> String {
        let file = fixturePath("\(name).jsonl")
        let isPlain = name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
        guard isPlain, !name.isEmpty, name.utf8.count <= 64 else { throw .unknown(file: file) }
        do {
            try FileManager.default.createDirectory(atPath: fixtureFolder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(fixtureFolder)/\(name).jsonl"), options: .withoutOverwriting)
        } catch {
            throw .unwritable(file: file, reason: FileErrorDescription.words(for: error))
        }
        return file
    }
}

extension DiagnosticReport {
    /// The report with warnings about schedules that never become due, as `mezon-bot check` prints it.
    ///
    /// - Parameter compiled: The configuration; nil if it has errors.
    package func addingIdleSchedules(of compiled: CompiledConfiguration?, after now: Date) -> DiagnosticReport {
        with(diagnostics + (compiled?.rules.idleSchedules(after: now) ?? []))
    }
}

extension String {
    fileprivate var hasCarriageReturns: Bool { utf8.contains(13) }
}
