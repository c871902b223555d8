package import ChatModel

extension ApiClanUserList {
    /// The members who are online.
    package var onlineMembers: [UserID] { clanUsers.filter { $0.user.online && $0.user.id > 0 }.map { UserID($0.user.id) } }
}
