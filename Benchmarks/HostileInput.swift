import ArgumentParser
import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient
import MezonProtocol
import Storage
import SwiftProtobuf

/// Sends hostile input to the entry points that receive it, one case after the other.
struct HostileInput: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Time hostile frames, replies and configurations, and measure memory.",
        discussion: """
            The time is that of the processor, which the load of the machine does not change. Exits with 1 if a case exceeds the time \
            limit or the process exceeds the memory limit.
            """)

    @Option(help: "Limit of processor time for each input in milliseconds.")
    var milliseconds = 250
    @Option(help: "Memory limit of the process in MiB.")
    var mebibytes = 200

    private enum Work: Sendable {
        /// A number of socket frames, each created just before it is used.
        case frames(Int, @Sendable (Int) -> [UInt8])
        /// The response to a remote procedure that lists channels.
        case channels(@Sendable () -> [UInt8])
        /// A page of history.
        case history(@Sendable () -> [UInt8])
        /// A configuration, and the code of a diagnostic that it must lead to.
        case configuration(reporting: String? = nil, @Sendable () -> String)
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mezon-hostile-\(UInt32.random(in: 0...UInt32.max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = SystemTime()
        let logger = Logger(label: "hostile") { _ in SwiftLogNoOpLogHandler() }
        let directory = try DataDirectory(folder.path)
        let store = try Store(folder: directory, time: time, logger: logger)
        let archive = try Archive(folder: directory, store: store, time: time, logger: logger) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
        var failures = 0
        for (name, work) in Self.cases {
            ResidentMemory.resetPeak()
            var (longest, said) = (Duration.zero, "")
            var isExpected = true
            switch work {
            case .frames(let count, let make):
                for number in 0..<count {
                    let bytes = make(number)
                    let began = ProcessTime.now
                    said = try await take(bytes, into: store)
                    longest = max(longest, ProcessTime.now - began)
                }
                try await archive.catchUp()
            case .channels(let make):
                let bytes = make()
                longest = ProcessTime.measured {
                    said = Self.words { "\(try ApiChannelDescList(received: bytes).channeldesc.count) channels" }
                }
            case .history(let make):
                let bytes = make()
                longest = ProcessTime.measured { said = Self.words { try Self.page(bytes) } }
            case .configuration(let code, let make):
                let text = "version: 1\n" + make()
                longest = ProcessTime.measured {
                    let (plan, report) = CompiledConfiguration.check(
                        texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
                    said = plan == nil ? "\(report.diagnostics.count) diagnostics" : "accepted"
                    isExpected = code.map { code in report.diagnostics.contains { $0.code == code } } ?? true
                }
            }
            let peak = ResidentMemory.kibibytes(.peak) >> 10
            let isGood = isExpected && longest <= .milliseconds(milliseconds) && peak <= mebibytes
            if !isGood { failures += 1 }
            print(
                (isGood ? "ok      " : "FAILED  ")
                    + "\(Load.number(longest / .milliseconds(1))) ms, \(peak) MiB: \(name): \(said.prefix(100))")
        }
        try archive.close()
        try store.close()
        guard failures == 0 else {
            print(
                "\(failures) of \(Self.cases.count) cases exceeded \(milliseconds) ms or \(mebibytes) MiB, or were not diagnosed")
            throw ExitCode.failure
        }
    }

    private func take(_ bytes: [UInt8], into store: Store) async throws -> String {
        let frame: Frame
        do {
            frame = try Frame(bytes)
        } catch {
            return "\(error)"
        }
        guard case .envelope(let envelope) = frame else { return "an unexpected response" }
        let now = Date()
        let made = ReceivedEvent.make(envelope, bytes, receivedAt: now)
        guard let event = made.event else { return made.isRefused ? "refused" : "nothing to store" }
        try await store.journal.append([
            NewEntry(event: event.event, frame: event.frame, receivedAt: now, isLate: false, isOwn: false)
        ])
        return "stored with \(event.frame.count) bytes"
    }

    private static func page(_ bytes: [UInt8]) throws -> String {
        var backfill = ChannelBackfill(ChatModel.Channel(id: 1, clan: 1, label: "general"))
        let page = try ApiChannelMessageList(received: bytes)
        _ = backfill.add(page.messages, before: 0, receivedAt: Date(), pageLimit: 1)
        let history = backfill.take().history
        return "\(history.count) messages stored with \(history.reduce(0) { $0 + $1.frame.count }) bytes"
    }

    private static func words(_ body: () throws -> String) -> String {
        do { return try body() } catch { return "\(error)" }
    }

    // Cases

    /// Cases that leave much freed memory in the process come last.
    private static let cases: [(String, Work)] = [
        ("as many unknown keys as a configuration may have", .configuration { keys(26_600) }),
        ("a hundred thousand unknown keys", .configuration { keys(100_000) }),
        ("60 messages of 3.9 MB", .frames(60) { message(1 + Int64($0), text: 3_900_000) }),
        ("500 messages of 60 kB", .frames(500) { message(1000 + Int64($0), text: 60_000) }),
        ("a message from the far future", .frames(1) { _ in message(.max, text: 10) }),
        (
            "a million users who left",
            .frames(1) { _ in RtEnvelope.with { $0.userClanRemovedEvent.userIds = Array(1...1_000_000) }.wireBytes }
        ),
        (
            "a million users who were added",
            .frames(1) { _ in nested([0x0A, 0x00], 1_000_000, in: 18) }
        ),
        (
            "an envelope nested a hundred thousand times",
            .frames(1) { _ in repeated([0x0A, 0x7F], 100_000) }
        ),
        ("20 random frames of 4 MB", .frames(20) { noise(seed: $0) }),
        (
            "64 incomplete, unrequested responses",
            .frames(64) {
                let payload = [UInt8](repeating: 1, count: 3 << 20)
                return RawFrame(cid: UInt16($0), status: 0, isFinal: false, payload: payload).bytes
            }
        ),
        ("content of brackets", .frames(1) { _ in content(7, String(repeating: "[", count: 60_000)) }),
        (
            "content with six thousand keys",
            .frames(1) { _ in content(8, "{" + (0..<6000).map { "\"\($0)\":1" }.joined(separator: ",") + "}") }
        ),
        (
            "a list of a million channels",
            .channels { repeated([0x0A, 0x00], 1_000_000) }
        ),
        (
            "a list of eight million channels",
            .channels { repeated([0x0A, 0x00], 8_000_000) }
        ),
        (
            "a history page of 100 messages of 150 kB",
            .history {
                ApiChannelMessageList.with { list in
                    list.messages = (1...100).map { id in
                        .with {
                            $0.channelID = 1
                            $0.messageID = Int64(id)
                            $0.content = "{\"t\":\"\(String(repeating: "a", count: 150_000))\"}"
                        }
                    }
                }.wireBytes
            }
        ),
        ("exponential aliases", .configuration { aliases }),
        ("lists nested ten thousand times", .configuration { "rules: " + String(repeating: "[", count: 10_000) }),
        ("a key of a megabyte", .configuration { String(repeating: "k", count: 1 << 20) + ": 1" }),
        ("complex keys", .configuration { "? [a]\n: b\n? {c: d}\n: e" }),
        (
            "nested repetition in a pattern",
            .configuration(reporting: "regex-invalid") {
                let pattern = "((a{1,1000}){1,1000}){1,1000}"
                return "rules:\n  - { id: a, trigger: message, when: { text: { matches: '\(pattern)' } }, then: { reply: hi } }"
            }
        ),
    ]

    private static let aliases: String = {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        for level in 1...9 {
            let before = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            lines.append("a\(level): &a\(level) [\(before)]")
        }
        return lines.joined(separator: "\n")
    }()

    private static func message(_ id: Int64, text count: Int) -> [UInt8] {
        content(id, "{\"t\":\"\(String(repeating: "a", count: count))\"}")
    }

    private static func content(_ id: Int64, _ content: String) -> [UInt8] {
        RtEnvelope.with {
            $0.channelMessage.channelID = 1
            $0.channelMessage.messageID = id
            $0.channelMessage.senderID = 5
            $0.channelMessage.content = content
        }.wireBytes
    }

    private static func keys(_ count: Int) -> String { (0..<count).map { "k\($0): 1" }.joined(separator: "\n") }

    /// A part so many times, made without memory beyond its own: the peak is to be that of the reader.
    private static func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: part.count * count) { bytes, length in
            for index in 0..<part.count * count { bytes.initializeElement(at: index, to: part[index % part.count]) }
            length = part.count * count
        }
    }

    /// Returns a field that contains one part many times.
    private static func nested(_ part: [UInt8], _ count: Int, in field: UInt8) -> [UInt8] {
        let inner = repeated(part, count)
        var bytes: [UInt8] = [0x80 | (field << 3 & 0x7F) | 2, field >> 4]
        var length = inner.count
        while length > 0x7F {
            bytes.append(UInt8(length & 0x7F) | 0x80)
            length >>= 7
        }
        return bytes + [UInt8(length)] + inner
    }

    private static func noise(seed: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(seed))
        return (0..<(4 << 20)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}
