import MezonModel
import Rules

/// The private places of which rules and links show content elsewhere, by what the server says of them.
struct PrivatePlaceCheck {
    let rules: [RuleListing]
    /// What the configuration calls a channel, else the server.
    let name: (ChannelID) -> String

    func findings(_ channels: [Channel]) -> [DoctorFinding] {
        let closed = Set(channels.filter(\.isPrivate).map(\.id))
        return channels.filter { closed.contains($0.id) || closed.contains($0.parent) }.flatMap { channel in
            rules.filter { $0.mode != .disabled && $0.applies(in: channel) && $0.names(channel) }.flatMap { rule in
                rule.showsIn.filter { $0 != channel.id }.map { destination -> DoctorFinding in
                    let way =
                        "'\(rule.id)' (\(rule.place)) shows what is said in the private channel '\(name(channel.id))' to everybody who "
                        + "reads '\(name(destination))'"
                    return rule.allowsPrivateContent
                        ? DoctorFinding(.good, way + ", which 'private: allowed' acknowledges")
                        : DoctorFinding(.warning, way, advice: "take it out of the rule, or write private: allowed")
                }
            }
        }
    }
}
