package import ChatModel
import MezonProtocol
import SwiftProtobuf

/// Interactions with the components of a message, as a user performs them.
extension MezonConnection {
    /// Presses a button.
    ///
    /// - Parameter extra: The current values of the form, as JSON; empty if the message has none.
    /// - Throws: `SocketError`.
    package func press(_ button: String, of message: ChatModel.Message, extra: String = "") async throws {
        _ = try await request(
            .with {
                $0.messageButtonClicked = .with {
                    $0.messageID = message.id.rawValue
                    $0.channelID = message.channel.rawValue
                    $0.buttonID = button
                    $0.senderID = message.author.id.rawValue
                    $0.extraData = extra
                }
            })
    }

    /// Chooses values in a select.
    ///
    /// - Throws: `SocketError`.
    package func choose(_ values: [String], in select: String, of message: ChatModel.Message) async throws {
        _ = try await request(
            .with {
                $0.dropdownBoxSelected = .with {
                    $0.messageID = message.id.rawValue
                    $0.channelID = message.channel.rawValue
                    $0.selectboxID = select
                    $0.senderID = message.author.id.rawValue
                    $0.values = values
                }
            })
    }
}
