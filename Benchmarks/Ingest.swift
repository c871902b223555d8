import ArgumentParser
import ChatModel
import Foundation
import Logging
import MezonProtocol
import Storage
import SwiftProtobuf

/// Measures ingestion alone: events appended to the journal, compared with the same rows written by plain SQLite calls.
struct Ingest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare journal appends per second with raw SQLite.")

    @Option(help: "Number of messages.")
    var messages = 100_000
    @Option(help: "Messages per batch.")
    var batch = 256

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mezon-ingest-\(UInt32.random(in: 0...UInt32.max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = SystemTime()
        let store = try Store(
            folder: DataDirectory(folder.path), time: time, logger: Logger(label: "ingest") { _ in SwiftLogNoOpLogHandler() })
        let events = (0..<messages).map { Self.event($0) }
        let began = time.uptime
        for start in stride(from: 0, to: messages, by: batch) {
            try await store.journal.append(Array(events[start..<min(start + batch, messages)]))
        }
        let ours = Double(messages) / ((time.uptime - began) / .seconds(1))
        try store.close()
        let raw = try RawSQLite.insertsPerSecond(events, batch: batch, path: folder.path + "/raw.sqlite", time: time)
        print("journal    \(Int(ours)) per second, batch \(batch), FULL")
        print("raw SQLite \(Int(raw)) per second, same rows and batch")
        print("ratio      \(Load.number(ours / raw))")
    }

    private static func event(_ number: Int) -> NewEntry {
        let wire = ApiChannelMessage.with {
            $0.clanID = 1_900_000_000_000_000_001
            $0.channelID = 1_900_000_000_000_001_000 + Int64(number % 20)
            $0.messageID = 2_000_000_000_000_000_000 + Int64(number)
            $0.senderID = 1_900_000_000_000_000_201
            $0.username = "asker"
            $0.content = #"{"t":"question \#(number), and some more words as people write them"}"#
            $0.createTimeSeconds = 1_790_000_000
            $0.mode = 2
            $0.isPublic = true
        }
        let frame = RtEnvelope.with { $0.channelMessage = wire }.wireBytes
        return NewEntry(
            event: .message(MessageDecoder.message(wire)), frame: frame, receivedAt: Date(timeIntervalSince1970: 1_790_000_000))
    }
}
