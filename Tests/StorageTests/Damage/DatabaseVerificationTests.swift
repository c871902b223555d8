import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct DatabaseVerificationTests {
    private let folder: TemporaryDirectory
    private var file: String { folder.path + "/bot.sqlite" }

    init() throws {
        folder = try TemporaryDirectory()
        let pool = try DatabaseOpener.open(file)
        try pool.write { database in
            try database.execute(sql: "CREATE TABLE filler (id INTEGER PRIMARY KEY, name TEXT)")
            for number in 1...2000 {
                try database.execute(sql: "INSERT INTO filler VALUES (?, ?)", arguments: [number, "row \(number)"])
            }
        }
        try pool.closeWithoutLog()
    }

    @Test func `a sound file has no findings`() async throws {
        #expect(try await DatabaseVerification(of: file).findings().isEmpty)
    }

    @Test func `damaged pages are found`() async throws {
        var bytes = try Data(contentsOf: URL(filePath: file))
        // The content of each page but the first, which has the schema.
        for page in stride(from: 4096 * 2, to: bytes.count, by: 4096) { bytes[page..<page + 8] = Data(repeating: 0xFF, count: 8) }
        try bytes.write(to: URL(filePath: file))
        let findings = try await DatabaseVerification(of: file).findings()
        #expect(!findings.isEmpty && findings.all.count <= 5)
    }

    @Test func `rows that refer to missing ones are found`() async throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.add(nil) }
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        try await queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA foreign_keys = OFF; INSERT INTO turn (sequence, at, trace) VALUES (7, 0, ''), (8, 0, '')")
        }
        try queue.close()
        #expect(
            try await DatabaseVerification(of: file).findings().rows == ["2 rows of turn refer to rows that are missing"])
    }

    @Test func `a file without a database in it is a finding`() async throws {
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: file))
        #expect(try await DatabaseVerification(of: file).findings().structure == ["the file is damaged (SQLite error 26)"])
    }
}
