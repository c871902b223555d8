import ChatModel
import Storage

/// The bot's own actions on others. The server reports them like those of any user, and they occur by themselves when a fixture
/// is played.
struct OwnActions {
    private var deleted: Set<MessageID> = []
    private var removed: Set<UserID> = []
    private var roles: Set<RoleAction> = []
    private var bans: Set<BanAction> = []

    private struct RoleAction: Hashable {
        var role: RoleID
        var user: UserID
        var isTaken: Bool
    }

    private struct BanAction: Hashable {
        var channel: ChannelID
        var user: UserID
        var isLifted: Bool
    }

    init(of lines: [JournalReader.Line]) {
        for delivery in lines.flatMap(\.deliveries) where delivery.status == .sent {
            switch delivery.outgoing?.request {
            case .delete(let message, _): deleted.insert(message)
            case .member(.kick(let user, _, _)): removed.insert(user)
            case .member(.addRole(let role, let user, _)): roles.insert(RoleAction(role: role, user: user, isTaken: false))
            case .member(.removeRole(let role, let user, _)): roles.insert(RoleAction(role: role, user: user, isTaken: true))
            case .member(.mute(let user, let channel, _, _)):
                bans.insert(BanAction(channel: channel, user: user, isLifted: false))
            case .member(.unmute(let user, let channel)):
                bans.insert(BanAction(channel: channel, user: user, isLifted: true))
            default: break
            }
        }
    }

    func caused(_ event: Event) -> Bool {
        switch event {
        case .delete(let removal): deleted.contains(removal.message)
        case .memberLeft(let left): left.users.allSatisfy(removed.contains)
        case .rolesChanged(let change):
            (change.added.map { RoleAction(role: change.role, user: $0, isTaken: false) }
                + change.removed.map { RoleAction(role: change.role, user: $0, isTaken: true) }).allSatisfy(roles.contains)
        case .banChanged(let change):
            change.users.allSatisfy {
                bans.contains(BanAction(channel: change.channel, user: $0, isLifted: change.isLifted))
            }
        default: false
        }
    }
}
