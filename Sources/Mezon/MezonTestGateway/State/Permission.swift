/// A permission that a role may grant, by Mezon's slugs and fixed ids (Documentation/Protocol.md §4.4).
package enum Permission: String, Hashable, Sendable, Codable, CaseIterable {
    case administrator
    case manageClan = "manage-clan"
    case manageChannel = "manage-channel"
    case manageThread = "manage-thread"
    case viewChannel = "view-channel"
    case sendMessage = "send-message"
    case deleteMessage = "delete-message"

    var id: Int64 {
        switch self {
        case .administrator: 1_767_362_573_037_998_080
        case .manageClan: 1_767_478_279_951_880_193
        case .manageChannel: 1_767_478_132_161_384_448
        case .manageThread: 1_767_478_279_951_880_192
        case .viewChannel: 1_767_478_040_251_600_896
        case .sendMessage: 1_767_478_132_157_190_144
        case .deleteMessage: 1_767_478_279_956_074_496
        }
    }

    init?(id: Int64) {
        guard let permission = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = permission
    }
}
