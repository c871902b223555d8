import BotKit
import Bots
import Testing

struct RegistryTests {
    @Test(arguments: registry.bots.map { $0.manifest.name })
    func `every registered bot starts with default options and has a summary`(name: String) throws {
        let bot = try #require(registry.bot(named: name))
        #expect(try bot.initializer(options: .null, runsLate: false)(BotRuntime()).name == "bot:\(name)")
        #expect(!bot.manifest.summary.isEmpty)
        #expect(!bot.manifest.needs.isEmpty)
    }
}
