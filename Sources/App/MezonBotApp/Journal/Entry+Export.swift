package import ChatModel
import EventProcessing
package import Storage

extension Entry {
    /// The author and content for readers of an export; empty if the entry has neither.
    package var said: [String: JSONValue] {
        var said: [String: JSONValue] = [:]
        let event = event
        if let actor = event?.actor, !actor.isNone { said["author"] = .string("\(actor)") }
        switch event {
        case .message(let message), .edit(let message), .systemMessage(let message):
            said["name"] = .string(message.author.name)
            said["text"] = .string(message.readableText)
        default: break
        }
        return said
    }
}
