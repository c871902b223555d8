import BotTesting
import ChatModel
import MezonBotApp
import Storage
import Testing

@testable import Console

struct RowRendererTests {
    private static func renderer(
        _ console: ConsoleHarness, _ language: Language, _ scope: ClanScope = .everything
    ) throws -> RowRenderer {
        RowRenderer(console.handler.context.scoped(to: scope), try PageRenderer(basePath: ""), in: language)
    }

    @Test func `browsers with the same language share the rows of a batch`() async throws {
        let console = try await ConsoleHarness()
        let sequence = try await console.say("hello")[0]
        let line = try #require(try await console.handler.context.reader.line(sequence))
        let shared = RenderedRows()
        let rows = try await Self.renderer(console, .en).render([line], sharing: shared)
        #expect(rows[0].contains("hello"))
        #expect(shared[.en] == [sequence: rows[0]] && shared[.vi].isEmpty)
        shared.add("shared", of: sequence, in: .en)
        let again = try await Self.renderer(console, .en).render([line], sharing: shared)
        #expect(again == ["shared"])
        let other = try await Self.renderer(console, .vi).render([line], sharing: shared)
        #expect(other[0].contains("hello"))
    }

    @Test func `a session that sees some clans shares nothing with others`() async throws {
        let console = try await ConsoleHarness()
        let sequence = try await console.say("hello")[0]
        let line = try #require(try await console.handler.context.reader.line(sequence))
        let shared = RenderedRows()
        shared.add("of the whole bot", of: sequence, in: .en)
        let rows = try await Self.renderer(console, .en, .clans([1])).render([line], sharing: shared)
        #expect(rows[0].contains("hello"))
        _ = try await Self.renderer(console, .vi, .clans([1])).render([line], sharing: shared)
        #expect(shared[.vi].isEmpty)
    }
}
