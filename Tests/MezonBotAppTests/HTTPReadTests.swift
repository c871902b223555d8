import BotKit
import BotTesting
import Foundation
import Logging
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// Tests a bot's HTTP reads over real sockets with the access of `config.yaml`.
@Suite(.timeLimit(.minutes(15)))
struct HTTPReadTests {
    private struct Reader: Bot {
        static let manifest = Manifest("reader", needs: [.reply])
        let options: NoOptions
        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            do {
                let answer = try await context.http.get(message.text, headers: ["X-Key": "canary-3f9a"])
                return [.reply("\(answer.status) \(answer.text)")]
            } catch let failure as HTTPError {
                return [.reply("\(failure)")]
            }
        }
    }

    @Test func `an allowed HTTP read is recorded with the turn, without its secrets`() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let gateway = try MezonTestGateway(time: SystemTime(), logger: logger)
        let base = try await gateway.start().baseURL
        let plugins = "bots: { reader: { enabled_in: [general], http: { allow_private: [\"\(base)\"] } } }"
        try await LiveApplication.run([Reader.self], config: plugins) { (live: LiveApplication) async throws in
            #expect(try await live.answer(to: "\(base)/control/faults") == "200 []")
            #expect(try await live.answer(to: "http://127.0.0.1:1/").hasPrefix("http://127.0.0.1:1 is not allowed"))
            #expect(try live.holds("x-key"))
            #expect(try !live.holds("canary-3f9a"))
        }
        await gateway.shutdown()
    }
}
