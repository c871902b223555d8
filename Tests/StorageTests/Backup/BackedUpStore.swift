import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import Logging

@testable import Storage

/// A store with an archive, attachments and a backup of both.
struct BackedUpStore {
    static let configuration = ["config.yaml": "version: 1\n", "rules/quy tắc.yaml": "rules: []\n"]

    let testStore: TestStore
    let archive: Archive
    let folder: TemporaryDirectory
    /// The names of the attachments, in order.
    let blobs: [String]
    var store: Store { get throws { try testStore.store } }
    var file: String { folder.path + "/backup.tar" }

    init(cipher: ValueCipher? = nil, entries: Int = 20) async throws {
        testStore = try await TestStore(cipher: cipher)
        folder = try TemporaryDirectory()
        archive = try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { entry in
            .message(.make(text: String(decoding: entry.frame, as: UTF8.self), id: MessageID(entry.sequence)))
        }
        let store = try testStore.store
        try await store.journal.append((1...entries).map { .make(.make(text: "canary \($0)")) })
        try await archive.catchUp()
        blobs = try ["", "canary file", String(repeating: "x", count: 700)].map { try store.blobs.store(Data($0.utf8)) }.sorted()
    }

    func backup(flag: CancellationFlag = CancellationFlag()) throws -> StoreBackup {
        StoreBackup(of: testStore.path, configuration: Self.configuration, flag: flag)
    }

    @discardableResult
    func write(isForced: Bool = false) throws -> BackupManifest {
        try backup().write(to: file, isForced: isForced, at: testStore.time.now)
    }

    /// Restores the backup and returns the report.
    @discardableResult
    func restore(to target: String, isForced: Bool = false) throws -> StoreRestore.Report {
        try StoreRestore(file, to: target, flag: CancellationFlag()).run(isForced: isForced, suffix: "before")
    }

    func close() throws {
        try archive.close()
        try testStore.close()
    }
}

extension TemporaryDirectory {
    /// The paths of all files and folders in it, with the content of files.
    var tree: [String: Data?] {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path)
            return Dictionary(uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: path + "/" + $0)) })
        }
    }
}
