import AsyncSupport
import BotConfiguration
import Foundation
package import Logging
import Moderation
import ProgramBots

/// The metadata of configuration files, sufficient to detect that one was changed, replaced, added or removed.
struct FileFingerprints: Equatable, Sendable {
    private struct Fingerprint: Equatable {
        var changedAt: Date?
        var size: Int
        var inode: Int
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
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: folder + "/" + path).resolvingSymlinksInPath().path)
            guard let attributes else { continue }
            marks[path] = Fingerprint(
                changedAt: attributes[.modificationDate] as? Date, size: (attributes[.size] as? NSNumber)?.intValue ?? 0,
                inode: (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0)
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
