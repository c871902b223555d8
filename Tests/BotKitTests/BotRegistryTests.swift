import BotKit
import Testing

struct BotRegistryTests {
    private struct First: Bot {
        static let manifest = Manifest("first", needs: [])
        let options: NoOptions
    }
    private struct Second: Bot {
        static let manifest = Manifest("second", needs: [])
        let options: NoOptions
    }

    @Test func `a bot is found by the name in its manifest`() {
        let registry = BotRegistry([Second.self, First.self])
        #expect(registry.names == ["second", "first"])
        #expect(registry.bot(named: "first") is First.Type)
        #expect(registry.bot(named: "third") == nil)
    }

    @Test func `two bots of the same name are a precondition failure`() async {
        await #expect(processExitsWith: .failure) { _ = BotRegistry([First.self, First.self]) }
    }

    @Test func `an invalid manifest name is a precondition failure`() async {
        await #expect(processExitsWith: .failure) { _ = Manifest("My Bot", needs: []) }
    }
}
