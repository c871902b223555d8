package import ChatModel

/// A place where users may read a message who cannot read the channel that it was sent in.
package enum Exposure: Hashable, Sendable {
    case channel(ChannelID)
    /// A message to a user other than the one who caused the event.
    case user
    /// A variable that rules of other channels can read.
    case variable(String)

    /// Returns what happens to a message, for a report that begins with the name of a rule.
    ///
    /// - Parameter name: Returns the name of a channel.
    package func phrase(for messages: String, _ name: (ChannelID) -> String) -> String {
        switch self {
        case .channel(let channel): "shows \(messages) to all readers of '\(name(channel))'"
        case .user: "shows \(messages) to a user who may not be able to read them"
        case .variable(let variable): "stores text from \(messages) in the variable '\(variable)', which other channels can read"
        }
    }
}
