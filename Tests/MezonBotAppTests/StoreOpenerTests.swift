import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Logging
import Testing

@testable import MezonBotApp
@testable import Storage

struct StoreOpenerTests {
    private let folder: TemporaryDirectory
    private let server = ServerSettings(
        url: Secret("postgresql://bot:hunter2@127.0.0.1:1/chat"), source: "env:NO_SUCH_DATABASE_URL", schema: "bot")

    init() throws { folder = try TemporaryDirectory() }

    private func open(_ server: ServerSettings?) throws -> Store {
        try StoreOpener.open(
            try DataDirectory(folder.path), server, cipher: nil, time: ManualTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `a server that cannot be reached is an error without its URL`() {
        #expect {
            try open(server)
        } throws: { error in
            guard case StorageError.server(schema: "bot", let reason) = error else { return false }
            return reason.contains("127.0.0.1") && !reason.contains("hunter2")
        }
    }

    @Test func `a directory with a file is not used for a server`() throws {
        try open(nil).close()
        #expect(throws: StorageError.inFile(folder: folder.path)) { try open(server) }
    }

    @Test func `the directory of a server is not used for a file, and says where the store is`() throws {
        #expect(throws: StorageError.self) { try open(server) }
        // A server that was never reached leaves no note.
        #expect(try ServerRecord(of: folder.path) == nil)
        try ServerRecord(source: server.source, schema: server.schema).write(in: try DataDirectory(folder.path))
        #expect(throws: StorageError.onServer(folder: folder.path)) { try open(nil) }
        #expect(throws: StorageError.onServer(folder: folder.path)) { try JournalReader(folder: folder.path) }
        #expect(throws: StorageError.onServer(folder: folder.path)) { try DataDirectory.verifyExists(folder.path) }
        #expect {
            try StoreOpener.reader(of: folder.path, cipher: nil)
        } throws: {
            "\($0)".contains("its URL is unavailable: env:NO_SUCH_DATABASE_URL: the variable is not set")
        }
        var other = server
        other.schema = "other"
        #expect {
            try open(other)
        } throws: {
            "\($0)".contains("belongs to the schema bot")
        }
        let note = try String(contentsOfFile: folder.path + "/server.json", encoding: .utf8)
        #expect(!note.contains("hunter2"))
    }

    @Test func `a damaged note is an error that says what to do`() throws {
        try "{".write(toFile: folder.path + "/server.json", atomically: true, encoding: .utf8)
        #expect {
            try open(nil)
        } throws: {
            "\($0)".contains("is damaged; delete it, and start the bot with store.url")
        }
    }
}
