package import BotKit
import Hooks
package import MezonModel
package import Persistence

extension Store {
    /// A message as the journal last heard of it, for a bot that asks. Ours are in it too: the server tells us what we said.
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
