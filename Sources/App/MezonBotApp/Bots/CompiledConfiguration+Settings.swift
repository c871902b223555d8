import BotConfiguration
package import BotKit
package import ChatModel

extension CompiledConfiguration {
    /// The bots with settings that run somewhere in a clan.
    ///
    /// - Parameter channels: The channels that the directory knows.
    package func botsWithSettings(in clan: ClanID, channels: [Channel]) -> [any Bot.Type] {
        let present = Set(channels.filter { $0.clan == clan }.map(\.id))
        return bots[clan].filter { $0.reach.contains(0, of: clan) || !$0.reach.channels.isDisjoint(with: present) }
            .map(\.bot.type).filter { $0.hasSettings }
    }
}
