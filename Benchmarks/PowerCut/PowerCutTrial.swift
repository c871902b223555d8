import ChatModel
import Foundation

/// Lives of a bot that each end with a power cut, and the directory that each of them leaves to the next.
struct PowerCutTrial {
    enum Failure: Error, CustomStringConvertible {
        case noLibrary(String)
        case incompleteLog([String])
        var description: String {
            switch self {
            case .noLibrary(let path): "\(path) is missing; build it with the release build of the package"
            case .incompleteLog(let files): "the operation log does not explain the content of \(files.joined(separator: ", "))"
            }
        }
    }

    private let environment: SoakEnvironment
    private let variables: [String: String]
    private let log: URL
    private let time = SystemTime()
    private var random: SplitMix64
    /// The data directory at the start of the next life.
    private var image: DirectoryImage

    private(set) var cuts = 0
    private(set) var operations = 0
    private(set) var discarded = 0
    /// The databases that were damaged, and the lives in which the bot did not start.
    private(set) var errors = 0
    /// A Boolean value that indicates whether the bot has failed to start.
    private(set) var isBroken = false

    /// - Parameter environment: An environment whose bot has been started once and stopped.
    init(_ environment: SoakEnvironment, synchronous: String, seed: UInt64) throws {
        let library = ChildProcess.path(of: "libunsynced-writes.so")
        guard FileManager.default.fileExists(atPath: library) else { throw Failure.noLibrary(library) }
        self.environment = environment
        log = environment.folder.appending(path: "operations")
        variables = [
            "LD_PRELOAD": library, "UNSYNCED_WRITES_FOLDER": environment.dataFolder, "UNSYNCED_WRITES_LOG": log.path,
            "UNSYNCED_WRITES_SYNCHRONOUS": synchronous,
        ]
        random = SplitMix64(seed: seed)
        image = try DirectoryImage(of: environment.dataFolder)
    }

    /// Lets the bot live and stop in an orderly way, and checks that the log explains every file that it leaves.
    mutating func verifyLog() async throws {
        guard let bot = try await start(waiting: true) else { return }
        try await time.sleep(for: .milliseconds(500))
        bot.end()
        let history = try DirectoryHistory(of: try OperationLog(contentsOf: log).operations, on: image)
        let (expected, found) = (DirectoryAfterCut(everythingOf: history).image, try DirectoryImage(of: environment.dataFolder))
        let paths = Set(expected.files.keys).union(found.files.keys)
        let differing = paths.filter { path in
            path != "in-progress" && expected.files[path] != found.files[path]  // It is written through mapped memory.
        }
        guard differing.isEmpty else { throw Failure.incompleteLog(differing.sorted()) }
        image = found
    }

    /// Lets the bot live for a random time, and replaces its directory by what a power cut may leave of it.
    mutating func cut() async throws {
        // A quarter of the cuts may come before the bot is ready.
        let waits = Int.random(in: 0..<4, using: &random) > 0
        let milliseconds = Int.random(in: waits ? 0...500 : 20...700, using: &random)
        let seed = random.next()
        guard let bot = try await start(waiting: waits) else { return }
        try await time.sleep(for: .milliseconds(milliseconds))
        bot.kill()
        cuts += 1
        let recorded = try OperationLog(contentsOf: log).operations
        let after = DirectoryAfterCut(try DirectoryHistory(of: recorded, on: image), seed: seed)
        operations += recorded.count
        discarded += after.discarded
        let line = "cut \(cuts), seed \(seed): \(recorded.count) operations; survived: \(after.fates.joined(separator: ", "))"
        try note(line)
        let damage = try DatabaseIntegrity.errors(
            in: after.image, copiedTo: environment.folder.appending(path: "integrity").path)
        if !damage.isEmpty {
            errors += damage.count
            print(([line] + damage).joined(separator: "\n  "))
            try keep(image, as: "before")
            try keep(after.image, as: "after")
            try FileManager.default.copyItem(at: log, to: environment.folder.appending(path: "cut-\(cuts)/operations"))
        }
        try after.image.write(to: environment.dataFolder)
        image = after.image
    }

    /// Starts the bot with the library; nil if it does not become ready, which is counted as an error.
    private mutating func start(waiting: Bool) async throws -> ChildProcess? {
        if FileManager.default.fileExists(atPath: log.path) { try FileManager.default.removeItem(at: log) }
        do {
            return try await environment.startBot(waiting: waiting, environment: variables)
        } catch let failure as SoakEnvironment.Failure {
            isBroken = true
            errors += 1
            print("after cut \(cuts): \(failure)")
            try keep(image, as: "after")
            return nil
        }
    }

    /// Adds a line to the list of the cuts, which is kept with the other files after a failure.
    private func note(_ line: String) throws {
        let path = environment.folder.appending(path: "cuts.txt").path
        if !FileManager.default.fileExists(atPath: path) { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: Data((line + "\n").utf8))
    }

    private func keep(_ image: DirectoryImage, as name: String) throws {
        try image.write(to: environment.folder.appending(path: "cut-\(cuts)/\(name)").path)
    }
}
