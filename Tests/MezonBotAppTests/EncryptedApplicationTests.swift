import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import EventProcessing
import Foundation
import Logging
import MezonTestGateway
import Storage
import Testing

@testable import MezonBotApp

/// Tests that the files of an encrypted application over real sockets contain no readable content.
@Suite(.timeLimit(.minutes(15)))
struct EncryptedApplicationTests {
    private struct Talking: Bot {
        struct State: BotState { var notes: [String] = [] }
        static let manifest = Manifest("talking", needs: [.reply, .ephemeral])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            struct Failed: Error, CustomStringConvertible { let description: String }
            if message.text == "canary-fail" { throw Failed(description: "canary-error") }
            try await context.state(.user).update { $0.notes.append("canary-state") }
            if let at = message.text.firstRange(of: "http") {
                return [.reply("canary-answer \(try await context.http.get(String(message.text[at.lowerBound...])).text)")]
            }
            return [.ephemeral("canary-whisper", to: context.user), .reply("canary-answer")]
        }
    }

    private static let key = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="

    private func config(web: String = "") -> String {
        """
        store: { encryption: { key: "${env:SEAL_KEY}" } }
        bots: { talking: { enabled_in: [general], http: { allow_private: ["\(web)"] } } }
        rules:
          - { id: answers, trigger: message, when: { text: { any_word: [canaryword] } }, then: [{ reply: canary-ruled }] }
        """
    }

    @Test func `an encrypted data directory contains no readable messages, names or state`() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let gateway = try MezonTestGateway(time: SystemTime(), logger: logger)
        let web = try await gateway.start().baseURL
        let environment = ["SEAL_KEY": Self.key]
        let config = config(web: "\(web)")
        try await LiveApplication.run([Talking.self], config: config, environment: environment) {
            (live: LiveApplication) async throws in
            #expect(try await live.answer(to: "canary-said \(web)/control/faults") == "canary-answer []")
            try await live.guest.say("canary-fail", in: live.channel)
            #expect(try await live.answer(to: "canary-more").hasPrefix("canary-"))
            let folder = live.folder.path + "/data"
            #expect(throws: StorageError.self) { try JournalReader(folder: folder) }
            let cipher = try #require(try EncryptionKeyFinder.cipher(of: folder, keyFile: nil, environment: environment))
            let reader = try JournalReader(folder: folder, cipher: cipher)
            #expect(try await reader.lines(after: 0, limit: 100).contains { "\($0.entry.event as Any)".contains("canary-said") })
            #expect(try await reader.deadLetters(all: true).map(\.reason).contains { $0.contains("canary-error") })
            #expect(try await reader.botStates { _ in true }.contains { $0.value?.contains("canary-state") == true })
            for word in ["canary", "Canary", "control/faults", "any_word", Self.key] {
                #expect(try !live.holds(word), "'\(word)' can be read")
            }
            for name in ["bot.sqlite", "bot.sqlite-wal", "archive.sqlite", "archive.sqlite-wal"] {
                let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
                for word in ["guest", "general"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "'\(word)' in \(name)") }
            }
        }
        await gateway.shutdown()
    }

    @Test func `an unencrypted data directory contains readable messages, which validates the search`() async throws {
        let plain = "bots: { talking: { enabled_in: [general] } }"
        try await LiveApplication.run([Talking.self], config: plain) { (live: LiveApplication) async throws in
            #expect(try await live.answer(to: "canary-said").hasPrefix("canary-"))
            for word in ["canary-said", "canary-state", "canary-whisper", "guest", "general"] { #expect(try live.holds(word)) }
        }
    }

    @Test func `a missing encryption key is a configuration error and prevents the start`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/config.yaml"
        try "version: 1\nstore: { encryption: { key: \"${env:SEAL_KEY}\" } }\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        let (compiled, report) = CompiledConfiguration.check(path, registry: BotRegistry([]), environment: [:])
        #expect(compiled == nil)
        #expect(report.diagnostics.map(\.code) == ["unset-variable"])
        let (other, _) = CompiledConfiguration.check(path, registry: BotRegistry([]), environment: ["SEAL_KEY": Self.key])
        #expect(other?.cipher != nil)
    }
}
