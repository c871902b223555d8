/// The remote procedures that the client calls and the test gateway serves, with their numbers in the official client's enumeration
/// (protocol page §5.4).
package enum RPC: String, Hashable, Sendable, CaseIterable {
    case listChannelDescs = "ListChannelDescs"
    case listClanDescs = "ListClanDescs"
    case listClanUsers = "ListClanUsers"
    case listRoles = "ListRoles"
    case listChannelMessages = "ListChannelMessages"
    case listChannelUsers = "ListChannelUsers"
    case listChannelDetail = "ListChannelDetail"
    case listChannelVoiceUsers = "ListChannelVoiceUsers"
    case isBanned = "IsBanned"
    case uploadAttachmentFile = "UploadAttachmentFile"
    case createChannelDesc = "CreateChannelDesc"
    case removeChannelUsers = "RemoveChannelUsers"
    case removeClanUsers = "RemoveClanUsers"
    case banClanUsers = "BanClanUsers"
    case createPinMessage = "CreatePinMessage"
    case updateRole = "UpdateRole"
    case sendChannelMessage = "SendChannelMessage"
    case updateChannelMessage = "UpdateChannelMessage"
    case deleteChannelMessage = "DeleteChannelMessage"
    case unbanClanUsers = "UnbanClanUsers"
    case listBannedUsers = "ListBannedUsers"
    case addQuickMenuAccess = "AddQuickMenuAccess"
    case deleteQuickMenuAccess = "DeleteQuickMenuAccess"
    case listQuickMenuAccess = "ListQuickMenuAccess"
    case getApp = "GetApp"

    /// The number that is sent next to the name over the socket. It is unknown which of them the server uses, so both are sent.
    package var index: Int32 {
        switch self {
        case .listChannelDescs: 0
        case .listClanDescs: 2
        case .listClanUsers: 3
        case .listRoles: 4
        case .listChannelMessages: 30
        case .listChannelUsers: 42
        case .listChannelDetail: 39
        case .listChannelVoiceUsers: 44
        case .isBanned: 36
        case .uploadAttachmentFile: 62
        case .createChannelDesc: 66
        case .removeChannelUsers: 83
        case .removeClanUsers: 90
        case .banClanUsers: 91
        case .createPinMessage: 102
        case .updateRole: 114
        case .sendChannelMessage: 180
        case .updateChannelMessage: 181
        case .deleteChannelMessage: 182
        case .unbanClanUsers: 202
        case .listBannedUsers: 203
        case .addQuickMenuAccess: 177
        case .deleteQuickMenuAccess: 176
        case .listQuickMenuAccess: 12
        case .getApp: 52
        }
    }

    package init?(index: Int32) {
        guard let rpc = Self.allCases.first(where: { $0.index == index }) else { return nil }
        self = rpc
    }
}
