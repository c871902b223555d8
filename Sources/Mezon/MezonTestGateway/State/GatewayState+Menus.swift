import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    mutating func addMenu(_ wire: ApiQuickMenuAccess, by user: UserID, at now: Date) throws(GatewayRequestError) -> [GatewayPush]
    {
        var menu = wire
        menu.botID = user.rawValue
        if menu.id == 0 { menu.id = nextID(at: now) }
        guard !menu.menuName.isEmpty, menu.wireBytes.count <= limits.menuBytes else {
            throw GatewayRequestError.invalid("a menu needs a name and has at most \(limits.menuBytes) bytes")
        }
        guard !menus.contains(where: { $0.id == menu.id }) else {
            throw GatewayRequestError.exists("there is a menu with this id")
        }
        guard menus.count(where: { $0.botID == menu.botID }) < limits.menusPerApp else {
            throw GatewayRequestError.exhausted("an app has at most \(limits.menusPerApp) menus")
        }
        menus.append(menu)
        return []
    }

    /// Deletes one menu by its id, or all menus of the caller: the TypeScript SDK sends the bot's id in `id`, the Python
    /// SDK in `bot_id`.
    mutating func deleteMenu(_ wire: ApiQuickMenuAccess, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let isAll = wire.id == user.rawValue || (wire.id == 0 && [0, user.rawValue].contains(wire.botID))
        menus.removeAll { $0.botID == user.rawValue && (isAll || $0.id == wire.id) }
        return []
    }

    func menuList(_ wire: ApiListQuickMenuAccessRequest, by user: UserID) throws(GatewayRequestError) -> ApiQuickMenuAccessList {
        .with {
            $0.listMenus = menus.filter {
                $0.botID == (wire.botID == 0 ? user.rawValue : wire.botID)
                    && (wire.channelID == 0 || [0, wire.channelID].contains($0.channelID))
                    && (wire.menuType == 0 || $0.menuType == wire.menuType)
            }
        }
    }
}
