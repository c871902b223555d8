public import Foundation

extension Event {
    /// The time at which the event occurred according to the server; nil for kinds without a time.
    public var time: Date? {
        switch self {
        case .message(let message), .systemMessage(let message): message.createdAt
        case .edit(let message): message.updatedAt
        case .delete(let removal): removal.at
        case .system(let event): event.at
        default: nil
        }
    }
}
