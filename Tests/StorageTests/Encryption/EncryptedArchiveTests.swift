import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import Storage

struct EncryptedArchiveTests {
    private static func archive(of testStore: TestStore) throws -> Archive {
        try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
    }

    private func said(_ texts: [String], cipher: ValueCipher?) async throws -> TestStore {
        let testStore = try await TestStore(cipher: cipher)
        try await testStore.store.journal.append(texts.map { .make(.make(text: $0)) })
        let archive = try Self.archive(of: testStore)
        try await archive.catchUp()
        try archive.close()
        return testStore
    }

    private func found(_ parts: [String], in testStore: TestStore, _ cipher: ValueCipher?) async throws -> [Int64] {
        var search = MessageSearch()
        search.words = try SearchQuery(parts)
        return try await ArchiveReader(folder: testStore.path, cipher: cipher).page(search).hits.map(\.sequence)
    }

    @Test(arguments: [
        (["cam on"], [1, 2]), (["CẢM", "ƠN"], [1, 2]), (["on cam"], []), (["ban"], [1]), (["dung"], [3]), (["cam on ban"], [1]),
        (["-hello"], [4]), (["hello OR dung"], []), (["\"hello\""], [4]), (["hel"], []),
        (["hel\0lo"], [4]),
    ])
    func `an encrypted archive finds whole words and phrases in any case`(parts: [String], sequences: [Int64]) async throws {
        let cipher = ValueCipher(.make())
        let testStore = try await said(["Cảm ơn bạn", "cam on nhe", "Đúng rồi", "hello \"quoted\" world"], cipher: cipher)
        #expect(try await found(parts, in: testStore, cipher) == sequences.reversed())
    }

    @Test func `a prefix search in an encrypted archive is rejected`() async throws {
        let cipher = ValueCipher(.make())
        let testStore = try await said(["hello"], cipher: cipher)
        await #expect(throws: SearchError.wholeWordsOnly("hel")) { try await found(["hel*"], in: testStore, cipher) }
    }

    @Test func `an encrypted archive contains no readable word`() async throws {
        let testStore = try await said(["canary Canary canaries"], cipher: ValueCipher(.make()))
        for name in ["archive.sqlite", "archive.sqlite-wal", "bot.sqlite", "bot.sqlite-wal"] {
            guard let bytes = FileManager.default.contents(atPath: testStore.path + "/" + name) else { continue }
            #expect(String(decoding: bytes, as: UTF8.self).range(of: "canar", options: .caseInsensitive) == nil, "\(name)")
        }
    }

    @Test func `a redacted text is not found in an encrypted archive`() async throws {
        let cipher = ValueCipher(.make())
        let testStore = try await said(["apple pie", "apple juice"], cipher: cipher)
        let archive = try Self.archive(of: testStore)
        try await archive.rewrite([1]) { _ in "pear" }
        try await archive.rewrite([2]) { _ in nil }
        try archive.close()
        #expect(try await found(["apple"], in: testStore, cipher) == [])
        #expect(try await found(["pear"], in: testStore, cipher) == [1])
    }

    @Test(
        arguments: [(nil, ValueCipher(.make())), (ValueCipher(.make()), nil), (ValueCipher(.make()), ValueCipher(.make(2)))]
            as [(ValueCipher?, ValueCipher?)])
    func `an archive with another encryption than the store is rebuilt`(old: ValueCipher?, new: ValueCipher?) async throws {
        let other = try await said(["left over"], cipher: old)
        let testStore = try await TestStore(cipher: new)
        try await testStore.store.journal.append([.make(.make(text: "apple"))])
        try FileManager.default.copyItem(atPath: other.path + "/archive.sqlite", toPath: testStore.path + "/archive.sqlite")
        #expect(throws: StorageError.self) { try ArchiveReader(folder: testStore.path, cipher: new) }
        let archive = try Self.archive(of: testStore)
        try await archive.catchUp()
        try archive.close()
        #expect(try await found(["apple"], in: testStore, new) == [1])
        #expect(try await found(["left"], in: testStore, new) == [])
    }
}
