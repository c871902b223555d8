import AsyncSupport
import BotConfiguration
import Foundation
package import Logging
import Moderation
import ProgramBots

#if canImport(Glibc)
    import Glibc
#endif

/// The metadata of configuration files, sufficient to detect that one was changed, replaced, added or removed.
struct FileFingerprints: Equatable, Sendable {
    private struct Fingerprint: Equatable {
        var changedAt: Duration
        var size: Int
        var inode: UInt
    }

    private let marks: [String: Fingerprint]
    private static let maxFiles = 2000  // The limit for one directory; a configuration has a few hundred files at most.

    /// Reads the files of a configuration and all YAML files beside them, which it may include.
    init(of files: some Sequence<String>, in folder: String) {
        var paths = Set(files)
        for parent in Set(paths.map { ($0 as NSString).deletingLastPathComponent }).union([""]) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + parent)) ?? []
            for name in names.sorted().prefix(Self.maxFiles) where name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                paths.insert(parent.isEmpty ? name : parent + "/" + name)
            }
        }
        var marks: [String: Fingerprint] = [:]
        for path in paths {
            // A symbolic link stands for the file that it leads to.
            var file = stat()
            guard stat(folder + "/" + path, &file) == 0 else { continue }
            marks[path] = Fingerprint(
                changedAt: .seconds(file.st_mtim.tv_sec) + .nanoseconds(file.st_mtim.tv_nsec), size: Int(file.st_size),
                inode: UInt(file.st_ino))
        }
        self.marks = marks
    }
}

extension CompiledConfiguration {
    /// The current fingerprints of its files.
    var fingerprints: FileFingerprints { FileFingerprints(of: files.texts.keys, in: folder) }

    /// The configuration with its files as they are now, for bots that start; itself if they have errors, which are logged.
    package func reloaded(logger: Logger) async -> CompiledConfiguration {
        // Programs whose files have changed are started, and waited for.
        let (compiled, report) = await onDedicatedThread { [load] in load([:], .renewed) }
        if compiled == nil {
            logger.error(
                "The changed configuration is refused; the earlier one runs",
                metadata: ["configuration.problems": "\(report.summary)"])
        }
        return compiled ?? self
    }
}
