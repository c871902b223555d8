import BotTesting
import Foundation
import Storage
import Testing

struct DataDirectoryTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.path + "/deep/data" }

    init() throws { folder = try TemporaryDirectory() }

    @Test func `a missing data directory is created for its owner alone`() throws {
        let data = try DataDirectory(path)
        let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
        #expect(data.database == path + "/bot.sqlite")
    }

    @Test func `a second owner of a data directory is rejected with the process id of the first`() throws {
        let first = try DataDirectory(path)
        #expect(throws: StorageError.owned(folder: path, by: ProcessInfo.processInfo.processIdentifier)) {
            try DataDirectory(path)
        }
        #expect(first.path == path)
    }

    @Test func `a data directory that is a file is rejected with the system's error message`() throws {
        let file = folder.path + "/file"
        try "a file".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(throws: StorageError.unusable(folder: file, reason: "it cannot be created (File exists)")) {
            try DataDirectory(file)
        }
    }

    @Test func `the lock is released with its owner`() throws {
        _ = try DataDirectory(path)
        #expect(throws: Never.self) { try DataDirectory(path) }
    }

    @Test func `the lock is released while a forked child still has a copy of its descriptor`() throws {
        var data: DataDirectory? = try DataDirectory(path)
        let file = try #require(data).path + "/lock"
        // What `fork` does with each descriptor until the child executes its program.
        var named = stat()
        try #require(stat(file, &named) == 0)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let lock = descriptors.first { descriptor in
            var opened = stat()
            return fstat(descriptor, &opened) == 0 && (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino)
        }
        let copy = dup(try #require(lock))
        defer { close(copy) }
        data = nil
        #expect(throws: Never.self) { try DataDirectory(path) }
    }

    @Test func `a lock of another process is respected until it ends`() throws {
        _ = try DataDirectory(path)
        let owner = Process()
        owner.executableURL = URL(filePath: "/usr/bin/flock")
        owner.arguments = [path + "/lock", "/bin/sh", "-c", "echo held; read line"]
        let (input, output) = (Pipe(), Pipe())
        owner.standardInput = input
        owner.standardOutput = output
        try owner.run()
        #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
        #expect(throws: StorageError.self) { try DataDirectory(path) }
        try input.fileHandleForWriting.close()
        owner.waitUntilExit()
        #expect(throws: Never.self) { try DataDirectory(path) }
    }

    @Test(arguments: ["in its place", "above it", "as its lock"])
    func `an unusable data directory is named in the error`(obstacle: String) throws {
        switch obstacle {
        case "in its place":
            try FileManager.default.createDirectory(atPath: folder.path + "/deep", withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: path))
        case "above it": try Data().write(to: URL(filePath: folder.path + "/deep"))
        default: try FileManager.default.createDirectory(atPath: path + "/lock", withIntermediateDirectories: true)
        }
        #expect {
            _ = try DataDirectory(path)
        } throws: { error in
            guard case StorageError.unusable(path, _) = error else { return false }
            return true
        }
    }
}
