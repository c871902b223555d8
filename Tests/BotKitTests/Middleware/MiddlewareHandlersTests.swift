import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import BotKit

private struct WordError: Error, CustomStringConvertible { let description = "no such word" }

private struct BrokenFooter: OutboundMiddleware {
    static let name = "broken_footer"
    let options: NoOptions

    func prepare(_ message: inout OutboundMessage) async throws -> Verdict {
        message.append(" half")
        throw WordError()
    }
}

private struct BrokenFilter: OutboundMiddleware {
    static let name = "broken_filter"
    static var failurePolicy: MiddlewareFailurePolicy { .giveUp }
    let options: NoOptions

    func prepare(_ message: inout OutboundMessage) async throws -> Verdict { throw WordError() }
}

private struct EndlessFooter: OutboundMiddleware {
    static let name = "endless_footer"
    let options: NoOptions

    func prepare(_ message: inout OutboundMessage) async throws -> Verdict {
        try await suspendUntilCancelled()
    }
}

private struct WordFilter: OutboundMiddleware {
    struct Options: BotOptions { var word = "secret" }
    static let name = "word_filter"
    let options: Options

    func prepare(_ message: inout OutboundMessage) async throws -> Verdict {
        guard !message.text.contains(options.word) else { return .drop("it contains '\(options.word)'") }
        if let range = message.text.range(of: "bad") { message.replace([(range, "good")]) }
        return .pass
    }
}

private struct SpoilerFilter: IncomingMiddleware {
    struct Options: BotOptions { var word = "spoiler" }
    static let name = "spoiler_filter"
    let options: Options

    func precheck(_ message: Message) -> Verdict { message.text.contains(options.word) ? .drop("a spoiler") : .pass }

    func prepare(_ message: Message, _ context: MiddlewareContext) async throws -> Verdict {
        if message.text.contains("broken") { throw WordError() }
        return message.text.contains("later") ? .drop("a late spoiler") : .pass
    }
}

private struct RepeaterBot: Bot {
    static let manifest = Manifest("repeater", needs: [.reply])
    let options: NoOptions

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply(Draft(message.text))] }
}

struct MiddlewareHandlersTests {
    private let failures = FailureLog()
    private let action = ResolvedAction(channel: 1, request: .send("hello", answering: nil, topic: 0))

    private final class FailureLog: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func handler<M: OutboundMiddleware>(
        _ type: M.Type, time: any TimeSource = SystemTime(), options: JSONValue = .null
    ) throws -> any DeliveryMiddleware {
        let supervisor = BotSupervisor(time: time)
        let runtime = BotRuntime(supervisor: { _ in supervisor })
        return try M.initializer(options: options)(runtime) { [failures] name, _, failure in failures.note("\(name): \(failure)")
        }
    }

    @Test func `a message whose middleware fails is sent unchanged`() async throws {
        #expect(try await handler(BrokenFooter.self).prepare(action, of: 1) == action)
        #expect(failures.all == ["middleware:broken_footer: no such word"])
    }

    @Test func `a delivery whose middleware must not be bypassed is given up`() async throws {
        let handler = try handler(BrokenFilter.self)
        await #expect(throws: DeliveryMiddlewareError.failed("no such word")) { try await handler.prepare(action, of: 1) }
    }

    @Test func `middleware that takes too long holds nothing up`() async throws {
        let time = ManualTime()
        let handler = try handler(EndlessFooter.self, time: time)
        async let sent = handler.prepare(action, of: 1)
        await time.waitForSleepers()
        time.advance(by: .seconds(1))
        #expect(try await sent == action)
        #expect(failures.all == ["middleware:endless_footer: it took longer than a second"])
    }

    @Test func `middleware that keeps failing is suspended`() async throws {
        let handler = try handler(BrokenFooter.self)
        for cause in 1...11 { #expect(try await handler.prepare(action, of: Int64(cause)) == action) }
        #expect(failures.all.last?.contains("suspended: it failed 10 times in a row") == true)
    }

    @Test func `middleware changes and withholds messages`() async throws {
        let handler = try handler(WordFilter.self, options: ["word": "hidden"])
        let bold = Draft(Content("a bad day", markup: [Markup("b", TextRange(6, 9))]))
        let changed = try await handler.prepare(ResolvedAction(channel: 1, request: .send(bold, answering: nil, topic: 0)), of: 1)
        #expect(changed.draft == Draft(Content("a good day", markup: [Markup("b", TextRange(7, 10))])))
        await #expect(throws: DeliveryMiddlewareError.withheld("it contains 'hidden'")) {
            try await handler.prepare(ResolvedAction(channel: 1, request: .send("hidden", answering: nil, topic: 0)), of: 1)
        }
        let reaction = ResolvedAction(channel: 1, request: .react("👍", message: 5, author: 1))
        #expect(handler.ignores(reaction))
    }

    @Test func `incoming middleware withholds messages, and passes them when it fails`() async throws {
        let clan = try await TestClan(
            RepeaterBot(options: .init()), middleware: BotRegistry([]).adding(incoming: [SpoilerFilter.self]),
            rules: """
                version: 1
                bot: { timezone: UTC }
                names: { channels: { general: "\(ChannelID.general)" } }
                channels: { general: { incoming: [{ spoiler_filter: { word: ending } }] } }
                """)
        let an = clan.user("an")
        #expect(try await an.says("the ending") == [])
        #expect(try await an.says("later") == [])
        #expect(try await an.says("broken") == [.reply("broken")])
        #expect(try await an.says("spoiler") == [.reply("spoiler")])
        #expect(try await an.says("the ending", in: "random") == [.reply("the ending")])
    }
}
