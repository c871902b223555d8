import BotTesting
import Foundation
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

struct DataDirectoryExposureTests {
    @Test(arguments: [0o777, 0o1777, 0o703, 0o702] as [mode_t])
    func `a world-writable data directory is rejected with advice`(mode: mode_t) throws {
        let folder = try TemporaryDirectory()
        chmod(folder.path, mode)
        #expect(throws: StorageError.self) { try DataDirectory(folder.path) }
        do {
            _ = try DataDirectory(folder.path)
        } catch {
            #expect("\(error)".contains("(mode \(String(mode, radix: 8))); run chmod 700 \(folder.path)"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        chmod(folder.path, 0o700)
        #expect(try DataDirectory(folder.path).exposures == [])
    }

    @Test(arguments: [0o770, 0o775, 0o730] as [mode_t])
    func `a group-writable data directory is used and reported`(mode: mode_t) throws {
        let folder = try TemporaryDirectory()
        chmod(folder.path, mode)
        #expect(
            try DataDirectory(folder.path).exposures == [.writableByGroup(folder: folder.path, mode: mode)])
    }

    @Test func `readable files are reported only when the folder can be entered`() throws {
        let folder = try TemporaryDirectory()
        for (name, mode) in [("copy.sqlite", 0o644), ("notes", 0o620), ("bot.sqlite", 0o600)] {
            _ = FileManager.default.createFile(
                atPath: folder.path + "/" + name, contents: nil, attributes: [.posixPermissions: mode])
            chmod(folder.path + "/" + name, mode_t(mode))
        }
        let data = try DataDirectory(folder.path)
        #expect(data.exposures == [])
        chmod(folder.path, 0o755)
        #expect(data.exposures == [.openFiles(folder: folder.path, names: ["copy.sqlite", "notes"])])
    }

    @Test func `a new data directory and its files belong to the owner alone`() throws {
        let folder = try TemporaryDirectory()
        chmod(folder.path, 0o755)
        let path = folder.path + "/data"
        let data = try DataDirectory(path)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
        chmod(path, 0o755)
        #expect(data.exposures == [])
    }
}
