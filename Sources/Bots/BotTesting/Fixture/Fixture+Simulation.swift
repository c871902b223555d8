public import BotKit
package import MezonBotApp

extension Fixture {
    /// Plays the fixture under faults that seeds determine, and compares what users see in the end with the fixture without faults, as
    /// `TestClan.simulate(seeds:from:_:story:)` does. Its expectations do not count.
    ///
    /// - Parameters:
    ///   - first: A bot.
    ///   - others: Further bots.
    ///   - rules: The rules, in the form that `TestClan` takes.
    ///   - seeds: The number of seeds.
    ///   - seed: The first seed.
    /// - Throws: `TestClanError.faultChangesOutcome`; `FixtureError`, with the line that the clan rejects.
    public func simulate(
        _ first: any Bot, _ others: any Bot..., rules: String? = nil, seeds: Int = 100, from seed: UInt64 = 1
    ) async throws {
        let script = script
        try await simulate(
            TestClanConfiguration.plan(
                bots: [first] + others, rules: rules, channels: script.channels.filter { $0.kind != .direct }.map(\.name),
                zone: script.zone),
            seeds: seeds, from: seed)
    }

    /// Plays the fixture with the bots and rules of a configuration.
    package func simulate(_ plan: CompiledConfiguration, seeds: Int, from seed: UInt64 = 1) async throws {
        try await StorySimulation {
            let player = try await FixturePlayer(script, plan)
            player.mayBeLate = true
            return (player.clan, { _ = try await player.play(lines) })
        }.run(seeds: seeds, from: seed)
    }
}
