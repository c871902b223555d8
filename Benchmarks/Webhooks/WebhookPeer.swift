import ArgumentParser
import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import Logging
import Webhooks

/// Posts or receives webhooks, for the comparison with the reference library in Tests/Interop/webhooks.py.
struct WebhookPeer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Post webhooks to a URL, or receive them until terminated.")

    @Option(help: "Standard Webhooks secret; repeatable.")
    var secret: [String] = []

    @Option(help: "URL to post to instead of receiving.")
    var post: String?

    @Option(help: "Number of webhooks to post.")
    var count = 200

    @Option(help: "Random seed.")
    var seed: UInt64 = 7

    private var secrets: [Secret] { secret.map { Secret($0) } }
    private static let logger = Logger(label: "soak") { _ in SwiftLogNoOpLogHandler() }

    func run() async throws {
        if let post { try await send(to: post) } else { try await receive() }
    }

    private func send(to url: String) async throws {
        let sender = WebhookSender(time: SystemTime(), logger: Self.logger)
        let target = WebhookTarget(url: Secret(url), secrets: secrets, reachesInside: true)
        var chance = SplitMix64(seed: seed)
        for number in 0..<count {
            let text = String(
                (0..<Int.random(in: 0...60, using: &chance)).map { _ in Self.letters.randomElement(using: &chance) ?? "a" })
            let body = Array(
                try JSONEncoder().encode(JSONValue.object(["text": .string(text), "number": .integer(Int64(number))])))
            try await sender.post(body, id: "msg_\(number)", to: target)
        }
        print(#"{"posted":\#(count)}"#)
    }

    private static let letters: [Character] = Array("aZ09 .,;{}[]\"\\/<>&\n\téđ👍🏽漢\u{0}\u{7F}")

    private func receive() async throws {
        let receiver = try WebhookServer(
            port: 0, endpoints: [WebhookEndpoint(path: "/hooks", signing: .standard(secrets), maxPerMinute: 1_000_000)],
            time: SystemTime(), logger: Self.logger
        ) { _ in .new }
        print(#"{"port":\#(try await receiver.start())}"#)
        try await receiver.run()
    }
}
