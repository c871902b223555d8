import BotConfig
import Foundation
import MezonModel
import Rules

/// Makes the event that sets a rule off by hand.
struct ManualTriggerBuilder: Sendable {
    enum TriggerError: Error, Equatable, CustomStringConvertible {
        case unknownRule(String, nearest: String?)
        case notByHand(String)
        case disabled(String)
        case unknownChannel(String, nearest: String?)
        /// Several channels have that name.
        case ambiguous(String, [ChannelID])

        var description: String {
            switch self {
            case .unknownRule(let name, let nearest): "there is no rule '\(name)'" + Self.hint(nearest)
            case .notByHand(let name):
                "'\(name)' has no trigger `manual`, `schedule` or `silence`; give it one to set it off by hand"
            case .disabled(let name): "'\(name)' is disabled"
            case .unknownChannel(let name, let nearest): "no channel is called '\(name)'" + Self.hint(nearest)
            case .ambiguous(let name, let ids):
                "'\(name)' may be \(ids.map(\.description).joined(separator: ", ")); give the id"
            }
        }

        private static func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
    }

    private let rules: [RuleListing]
    private let channels: [Channel]

    init(rules: [RuleListing], channels: [Channel]) {
        self.rules = rules
        self.channels = channels
    }

    /// - Parameter place: a channel's name or id; nil for the one that the rule names itself, if it does.
    func event(_ name: String, in place: String?, at now: Date) throws(TriggerError) -> SystemEvent.ManualTrigger {
        guard let rule = rules.first(where: { $0.id == name }) else {
            throw .unknownRule(name, nearest: Spelling.nearest(to: name, among: rules.filter(\.isManual).map(\.id)))
        }
        guard rule.isManual else { throw .notByHand(name) }
        guard rule.mode != .disabled else { throw .disabled(name) }
        let channel = try place.map(channel) ?? rule.channel ?? 0
        let clan = channels.first { $0.id == channel }?.clan ?? rule.clan ?? 0
        return .init(rule: name, clan: clan, channel: channel, at: now)
    }

    private func channel(_ text: String) throws(TriggerError) -> ChannelID {
        let label = text.hasPrefix("#") ? String(text.dropFirst()) : text
        let found = channels.filter { $0.label == label || "\($0.id)" == label }.map(\.id)
        guard let first = found.first else {
            throw .unknownChannel(label, nearest: Spelling.nearest(to: label, among: channels.map(\.label)))
        }
        guard found.count == 1 else { throw .ambiguous(label, found) }
        return first
    }
}
