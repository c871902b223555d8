import ChatModel
import RuleEngine

/// Finds private channels, as reported by the server, whose messages rules or links show elsewhere.
struct PrivateChannelCheck {
    let rules: [RuleListing]
    /// The configured name of a channel, otherwise its label on the server.
    let name: (ChannelID) -> String

    func findings(_ channels: [Channel]) -> [DoctorFinding] {
        let closed = Set(channels.filter(\.isPrivate).map(\.id))
        return channels.filter { closed.contains($0.id) || closed.contains($0.parent) }.flatMap { channel in
            rules.filter { $0.mode != .disabled && $0.applies(in: channel) && $0.names(channel) }.flatMap { rule in
                rule.exposures.filter { $0 != .channel(channel.id) }.map { exposure -> DoctorFinding in
                    let messages = "messages of the private channel '\(name(channel.id))'"
                    let way = "'\(rule.id)' (\(rule.position)) \(exposure.phrase(for: messages, name))"
                    return rule.allowsPrivateContent
                        ? DoctorFinding(.good, way + ", which 'private: allowed' acknowledges")
                        : DoctorFinding(.warning, way, advice: "take it out of the rule, or write private: allowed")
                }
            }
        }
    }
}
