import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Backups that are damaged or were made to do harm: each is refused with a reason, and nothing changes.
@Suite(.timeLimit(.minutes(15)))
struct BackupReaderTests {
    /// A part of a file that is put together by hand.
    struct Piece: Sendable {
        var name: String
        var content: [UInt8] = []
        /// The size in the header, if it is not that of the content.
        var size: Int64?
        var type: UInt8 = UInt8(ascii: "0")
    }

    private static func archive(_ pieces: [Piece], end: Int = 1024) throws -> [UInt8] {
        try pieces.flatMap { piece -> [UInt8] in
            var header = try TarHeader(name: piece.name, size: piece.size ?? Int64(piece.content.count)).block(modifiedAt: 0)
            if piece.type != header[156] {
                header[156] = piece.type
                header.replaceSubrange(148..<156, with: Array(repeating: 32, count: 8))
                let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
                let zeros = String(repeating: "0", count: 6 - sum.count)
                header.replaceSubrange(148..<156, with: Array((zeros + sum).utf8) + [0, 32])
            }
            return header + piece.content + Array(repeating: 0, count: (512 - piece.content.count % 512) % 512)
        } + Array(repeating: 0, count: end)
    }

    /// Expects that verification and restoration fail with the same error, and that the restoration creates nothing.
    private func refusal(of bytes: [UInt8]) throws -> BackupError? {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/backup.tar"
        try Data(bytes).write(to: URL(filePath: file))
        let error = #expect(throws: BackupError.self) {
            try BackupReader(file).verify(flag: CancellationFlag()) { _, _ in }
        }
        #expect(throws: BackupError.self) {
            try StoreRestore(file, to: folder.path + "/data", flag: CancellationFlag()).run(suffix: "")
        }
        #expect(try folder.tree.keys.sorted() == ["backup.tar"])
        return error
    }

    @Test(arguments: [
        ("", "it is too short"), ("not a backup", "it is too short"),
        (String(repeating: "x", count: 4096), "there is no tar header"),
        (String(repeating: "\0", count: 4096), "there is no tar header"),
    ])
    func `a file of another format is refused`(text: String, reason: String) throws {
        let error = try refusal(of: Array(text.utf8))
        guard case .notBackup(_, reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        "../bot.sqlite", "/etc/passwd", "bot.sqlite-wal", "configuration/../../x", "configuration//x", "configuration/",
        "configuration/.", "configuration/a\u{1B}b", "blobs/x", "blobs/../bot.sqlite",
        "blobs/" + String(repeating: "A", count: 64),
        "./bot.sqlite", "other.sqlite", "lock",
    ])
    func `a part with a foreign name is refused`(name: String) throws {
        let error = try refusal(of: Self.archive([Piece(name: name)]))
        guard case .notBackup(_, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "it contains '\(name)', which no backup does")
    }

    private static let types = "12345679LKxgS".utf8.map(\.self)

    @Test(arguments: types)
    func `a link, folder, device or extension is refused`(type: UInt8) throws {
        let error = try refusal(of: Self.archive([Piece(name: "configuration/x", type: type)]))
        guard case .notBackup(_, "'configuration/x' is not a regular file")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        arguments: [
            ([Piece(name: "bot.sqlite"), Piece(name: "bot.sqlite")], "'bot.sqlite' follows 'bot.sqlite', which it must not"),
            (
                [Piece(name: "archive.sqlite"), Piece(name: "bot.sqlite")],
                "'bot.sqlite' follows 'archive.sqlite', which it must not"
            ),
            (
                [Piece(name: "configuration/b"), Piece(name: "configuration/a")],
                "'configuration/a' follows 'configuration/b', which it must not"
            ),
            (
                [Piece(name: "SHA256SUMS"), Piece(name: "manifest.json")],
                "'manifest.json' follows 'SHA256SUMS', which it must not"
            ),
        ] as [([Piece], String)])
    func `repeated parts and another order are refused`(pieces: [Piece], reason: String) throws {
        let error = try refusal(of: Self.archive(pieces))
        guard case .notBackup(_, reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        arguments: [
            (Piece(name: "bot.sqlite", size: 1 << 40), "the file ends too early"),
            (Piece(name: "bot.sqlite", size: .max), "its size of \(Int64.max) bytes is impossible"),
            (Piece(name: "manifest.json", size: 1 << 30), "its size of \(1 << 30) bytes is impossible"),
            (
                Piece(name: "blobs/" + String(repeating: "a", count: 64), size: 1 << 30),
                "its size of \(1 << 30) bytes is impossible"
            ),
        ] as [(Piece, String)])
    func `an impossible size is refused`(piece: Piece, reason: String) throws {
        let error = try refusal(of: Self.archive([piece]))
        guard case .damaged(_, piece.name, reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("{}", "it cannot be decoded"), ("[", "it cannot be decoded"),
        (#"{"format":"mezon-bot backup","version":1}"#, "it cannot be decoded"),
    ])
    func `an invalid manifest is refused`(text: String, reason: String) throws {
        let error = try refusal(
            of: Self.archive([
                Piece(name: "bot.sqlite"), Piece(name: "manifest.json", content: Array(text.utf8)), Piece(name: "SHA256SUMS"),
            ]))
        guard case .damaged(_, "manifest.json", reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a newer format is refused by its version`() throws {
        let text = #"{"format":"mezon-bot backup","version":2,"else":true}"#
        let error = try refusal(
            of: Self.archive([Piece(name: "manifest.json", content: Array(text.utf8)), Piece(name: "SHA256SUMS")]))
        guard case .newerFormat(_, 2)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a file that is cut at any block is refused`() async throws {
        let origin = try await BackedUpStore(entries: 1)
        try origin.write()
        try origin.close()
        let bytes = try Array(Data(contentsOf: URL(filePath: origin.file)))
        var random = SplitMix64(seed: 1)
        let blocks = Array(stride(from: 512, to: bytes.count, by: 16 * 512))
        let places = (0..<20).map { _ in Int.random(in: 0..<bytes.count, using: &random) }
        for cut in blocks + places + [bytes.count - 1, bytes.count - 512, bytes.count - 1024] {
            _ = try refusal(of: Array(bytes[..<cut]))
        }
        _ = try refusal(of: bytes + [0])
        _ = try refusal(of: bytes + Array(repeating: 0, count: 512))
    }

    @Test func `every flipped bit is noticed`() async throws {
        let origin = try await BackedUpStore(entries: 1)
        try origin.write()
        try origin.close()
        let bytes = try Array(Data(contentsOf: URL(filePath: origin.file)))
        let file = origin.folder.path + "/flipped.tar"
        var random = SplitMix64(seed: 2)
        // The end, with the manifest and the checksums, and bytes anywhere.
        let places = (0..<150).map { _ in Int.random(in: 0..<bytes.count, using: &random) }
        for place in places + bytes.indices.suffix(6000).filter({ $0 % 29 == 0 }) {
            var changed = bytes
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try Data(changed).write(to: URL(filePath: file))
            #expect(throws: BackupError.self, "byte \(place)") {
                try BackupReader(file).verify(flag: CancellationFlag()) { _, _ in }
            }
        }
    }

    @Test func `a pipe, a folder and a missing file are refused`() throws {
        let folder = try TemporaryDirectory()
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(throws: BackupError.cannotRead(file: pipe, reason: "it is not a regular file")) { try BackupReader(pipe) }
        #expect(throws: BackupError.cannotRead(file: folder.path, reason: "it is not a regular file")) {
            try BackupReader(folder.path)
        }
        let missing = folder.path + "/missing"
        #expect(throws: BackupError.cannotRead(file: missing, reason: "No such file or directory")) { try BackupReader(missing) }
    }
}
