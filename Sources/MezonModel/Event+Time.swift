public import Foundation

extension Event {
    /// When the server says it happened; nil for kinds that carry no time.
    public var time: Date? {
        switch self {
        case .message(let message), .system(let message): message.createdAt
        case .edit(let message): message.updatedAt
        case .delete(let removal): removal.at
        case .house(let event): event.at
        default: nil
        }
    }
}
