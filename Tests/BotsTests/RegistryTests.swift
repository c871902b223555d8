import BotKit
import Bots
import Testing

struct RegistryTests {
    @Test(arguments: registry.bots.map { $0.manifest.name })
    func `every bot of this build starts with its defaults, and says what it is`(name: String) throws {
        let bot = try #require(registry.bot(named: name))
        #expect(try bot.maker(options: .null, runsLate: false)(BotRuntime()).name == "bot:\(name)")
        #expect(!bot.manifest.summary.isEmpty)
        #expect(!bot.manifest.needs.isEmpty)
    }
}
