import BotTesting
import Foundation
import GRDB
import Testing

@testable import Storage

struct ArchiveNamesMigrationTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.path + "/archive.sqlite" }

    init() throws { folder = try TemporaryDirectory() }

    /// Writes an archive of one message with the names before the migration.
    private func formerArchive(_ cipher: ValueCipher?, text: String = "sealed('tea', 'version.text', 4)") throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.add(cipher) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try DatabaseSchema.archive.migrate(queue, upTo: "sealed versions")
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO version VALUES (4, 201, 9, 301, 5, sealed('An', 'version.author_name', 4), 'said', \(text), 6);
                    INSERT INTO progress VALUES (1, 4);
                    INSERT INTO indexed VALUES (1, 1, 4);
                    """)
            guard let key = cipher?.current else { return }
            try database.execute(sql: "INSERT INTO seal VALUES (?, ?, 1)", arguments: [key.name, key.source])
        }
        try queue.close()
    }

    @Test(arguments: [nil, ValueCipher(.make())])
    func `an archive of the former names keeps its texts and index`(cipher: ValueCipher?) throws {
        try formerArchive(cipher)
        let archive = try DatabaseOpener.openArchive(path, cipher)
        try archive.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT \(ArchiveTable.columns) FROM message_version")
            #expect(rows.map { [$0[5], $0[6], $0[7]] as [String] } == [["An", "sent", "tea"]])
            #expect(try ArchiveTable.progress(in: database) == 4)
            #expect(try FullTextIndex(cipher, in: database).progress() == 4)
        }
        try archive.close()
    }

    @Test(
        arguments: [
            (ValueCipher(.make()), nil), (nil, ValueCipher(.make())), (ValueCipher(.make()), ValueCipher(.make(2))),
        ] as [(ValueCipher?, ValueCipher?)])
    func `an archive of the former names with another key is rebuilt`(was: ValueCipher?, cipher: ValueCipher?) throws {
        try formerArchive(was)
        let archive = try DatabaseOpener.openArchive(path, cipher)
        #expect(try archive.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message_version") } == 0)
        #expect(try archive.read { try ArchiveTable.progress(in: $0) } == 0)
        try archive.close()
    }

    @Test func `an archive of the former names with a damaged text is rebuilt`() throws {
        let cipher = ValueCipher(.make())
        try formerArchive(cipher, text: "'damaged'")
        let archive = try DatabaseOpener.openArchive(path, cipher)
        #expect(try archive.read { try ArchiveTable.progress(in: $0) } == 0)
        #expect(try archive.write { try FullTextIndex(cipher, in: $0).advance(by: 1) } == 0)
        try archive.close()
    }
}
