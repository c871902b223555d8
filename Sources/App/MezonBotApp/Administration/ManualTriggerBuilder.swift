import BotConfiguration
import ChatModel
import Foundation
import Moderation
import RuleEngine

/// Creates the event that triggers a rule manually.
struct ManualTriggerBuilder: Sendable {
    enum TriggerError: Error, Equatable, CustomStringConvertible {
        case unknownRule(String, nearest: String?)
        case notByHand(String)
        case disabled(String)
        case place(ChannelNameError)

        var description: String {
            switch self {
            case .unknownRule(let name, let nearest): "unknown rule '\(name)'" + Self.hint(nearest)
            case .notByHand(let name):
                "'\(name)' cannot be triggered manually; add the trigger `manual`, `schedule` or `silence`"
            case .disabled(let name): "'\(name)' is disabled"
            case .place(let error): "\(error)"
            }
        }

        private static func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    }

    private let rules: [RuleListing]
    private let channels: [Channel]
    private let places: ChannelNameResolver

    /// - Parameter names: The names of the active configuration.
    init(rules: [RuleListing], channels: [Channel], clans: [Clan], names: NameRegistry) {
        self.rules = rules
        self.channels = channels
        places = ChannelNameResolver(channels: channels, clans: clans, names: names)
    }

    /// - Parameter place: A channel's name or id; nil for the channel that the rule declares, if any.
    func event(_ name: String, in place: String?, by author: String, at now: Date) throws(TriggerError)
        -> SystemEvent.ManualTrigger
    {
        guard let rule = rules.first(where: { $0.id == name }) else {
            throw .unknownRule(name, nearest: Spelling.nearest(to: name, among: rules.filter(\.isManual).map(\.id)))
        }
        guard rule.isManual else { throw .notByHand(name) }
        guard rule.mode != .disabled else { throw .disabled(name) }
        let channel = try place.map(channel) ?? rule.channel ?? 0
        let clan = channels.first { $0.id == channel }?.clan ?? rule.clan ?? 0
        return .init(rule: name, clan: clan, channel: channel, by: author, at: now)
    }

    private func channel(_ text: String) throws(TriggerError) -> ChannelID {
        let id: ChannelID
        do { id = try places.channel(named: text) } catch { throw .place(error) }
        // The bot cannot act in a channel that it does not see.
        guard channels.contains(where: { $0.id == id }) else { throw .place(.unknown(text, nearest: nil)) }
        return id
    }
}
