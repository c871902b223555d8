import ChatModel
import MezonProtocol
import SwiftProtobuf

/// An account of a user or an application.
struct GatewayUser {
    let id: UserID
    var name: String
    var displayName: String
    var token: Secret
    var isApp: Bool
    var status = ""

    var account: GatewayAccount { GatewayAccount(name: name, appID: id, token: token, isApp: isApp) }

    var profile: RtUserProfileRedis {
        .with {
            $0.userID = id.rawValue
            $0.username = name
            $0.displayName = displayName
            $0.isBot = isApp
        }
    }

    func user(isOnline: Bool) -> ApiUser {
        .with {
            $0.id = id.rawValue
            $0.username = name
            $0.displayName = displayName
            $0.online = isOnline
            $0.userStatus = status
        }
    }
}
