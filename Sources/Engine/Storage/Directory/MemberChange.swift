import ChatModel
import Foundation

/// A change to the member directory.
enum MemberChange: Sendable, Hashable {
    case joined(ClanID, UserID, at: Date, AccountKind)
    case left(ClanID, UserID)
    case given(RoleID, to: UserID, of: ClanID)
    case taken(RoleID, from: UserID, of: ClanID)
    /// The server says of somebody in a clan that they are an application.
    case application(UserID, of: ClanID)

    var clan: ClanID {
        switch self {
        case .joined(let clan, _, _, _), .left(let clan, _), .given(_, _, let clan), .taken(_, _, let clan),
            .application(_, let clan):
            clan
        }
    }

    var user: UserID {
        switch self {
        case .joined(_, let user, _, _), .left(_, let user), .given(_, let user, _), .taken(_, let user, _),
            .application(let user, _):
            user
        }
    }
}

extension NewEntry {
    /// The member changes in the order in which they apply; empty for nearly every event.
    var memberChanges: [MemberChange] {
        switch event {
        case .memberJoined(let membership):
            // The server reports no time, but sends the event immediately.
            membership.users.map { .joined(membership.clan, $0, at: receivedAt, membership.isBot ? .application : .person) }
        case .memberLeft(let membership):
            membership.users.map { .left(membership.clan, $0) }
        case .rolesChanged(let change):
            change.added.map { .given(change.role, to: $0, of: change.clan) }
                + change.removed.map { .taken(change.role, from: $0, of: change.clan) }
        case .channelMembersAdded(let channel, _, let applications):
            applications.map { .application($0, of: channel.clan) }
        default: []
        }
    }
}
