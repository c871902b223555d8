import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import Storage

struct BlobStoreTests {
    private let folder: TemporaryDirectory
    private var blobs: BlobStore { BlobStore(folder: folder.path + "/blobs") }

    init() throws { folder = try TemporaryDirectory() }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/blobs").sorted() }
    }

    @Test func `a blob is stored once under its hash with owner-only permissions`() throws {
        let name = try blobs.store(Data("abc".utf8))
        #expect(name == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try blobs.store(Data("abc".utf8)) == name)
        #expect(try files == [name])
        #expect(try blobs.bytes(named: name) == Data("abc".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/blobs/" + name)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try blobs.bytes(named: blobs.store(Data())) == Data())
    }

    @Test(arguments: [
        "", ".", "..", "../bot.sqlite", "/etc/passwd", String(repeating: "g", count: 64), String(repeating: "a", count: 64),
        String(repeating: "A", count: 64), String(repeating: "a", count: 64) + "/../x",
    ])
    func `an invalid blob name is rejected`(name: String) throws {
        _ = try blobs.store(Data("abc".utf8))
        #expect(throws: StorageError.self) { try blobs.bytes(named: name) }
    }

    @Test func `a damaged blob is not returned, and storing it again repairs it`() throws {
        let name = try blobs.store(Data("abc".utf8))
        try Data("abd".utf8).write(to: URL(fileURLWithPath: folder.path + "/blobs/" + name))
        #expect(throws: StorageError.self) { try blobs.bytes(named: name) }
        _ = try blobs.store(Data("abc".utf8))
        #expect(try blobs.bytes(named: name) == Data("abc".utf8))
    }

    /// The files of other processes, in memory.
    private final class SharedFiles: SharedBlobs {
        private let files = Mutex<[String: Data]>([:])

        func keep(_ bytes: Data, named name: String) { files.withLock { $0[name] = bytes } }
        func bytes(named name: String) -> Data? { files.withLock { $0[name] } }
        func names() -> [String] { files.withLock { $0.keys.sorted() } }
        func sweep(before date: Date) {}
    }

    @Test func `a local file with the former encryption is read from the server`() throws {
        let cipher = ValueCipher(.make())
        let shared = SharedFiles()
        let name = try BlobStore(folder: folder.path + "/blobs", cipher: cipher, shared: shared).store(Data("abc".utf8))
        // Another node has decrypted the store.
        shared.keep(Data("abc".utf8), named: name)
        #expect(try BlobStore(folder: folder.path + "/blobs", shared: shared).bytes(named: name) == Data("abc".utf8))
        #expect(throws: StorageError.self) { try blobs.bytes(named: name) }
    }

    @Test func `an oversized blob is rejected`() {
        #expect(throws: StorageError.self) { try blobs.store(Data(count: BlobStore.maxBytes + 1)) }
    }

    @Test func `blobs unused for two months and unfinished files are removed`() throws {
        let old = try blobs.store(Data("old".utf8))
        try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path + "/blobs/.half"))
        try Data("not ours".utf8).write(to: URL(fileURLWithPath: folder.path + "/blobs/README"))
        let now = Date()
        blobs.sweep(at: now)
        #expect(try files == [".half", "README", old].sorted())
        blobs.sweep(at: now.addingTimeInterval(61 * 86_400))
        #expect(try files == ["README"])
        #expect(throws: StorageError.self) { try blobs.bytes(named: old) }
        let used = try blobs.store(Data("used".utf8))
        blobs.sweep(at: now)
        #expect(try files == ["README", used])
    }
}
