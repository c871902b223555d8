package import BotKit
package import ChatModel
import EventProcessing
package import Storage

extension Journal {
    /// The last journaled version of a message, for a bot's read. It includes the application's own messages, which the server
    /// echoes.
    package func heard(_ message: MessageID, in channel: ChannelID) async -> ContextRead.Response {
        do {
            switch try await lastEntry(about: message, in: channel)?.event {
            case .message(let message), .edit(let message): return .message(message)
            default: return .message(nil)
            }
        } catch {
            return .failed(StorageErrorDescription.words(for: error))
        }
    }
}
