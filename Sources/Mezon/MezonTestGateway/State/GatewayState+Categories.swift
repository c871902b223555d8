import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns a category of the caller's clans, with its clan and name.
    func category(_ id: CategoryID, for user: UserID) throws(GatewayRequestError) -> (
        clan: ClanID, category: CategoryID, name: String
    ) {
        for clan in clans.values where clan.members.contains(user) {
            if let found = clan.categories.first(where: { $0.value == id }) { return (clan.id, id, found.key) }
        }
        throw GatewayRequestError.notFound
    }

    func categoryList(_ wire: ApiCategoryDesc, by user: UserID) throws(GatewayRequestError) -> ApiCategoryDescList {
        let clan = try clan(ClanID(wire.clanID), for: user)
        return .with {
            $0.categorydesc = clan.categories.sorted { $0.value < $1.value }.enumerated().map { index, category in
                description(of: category.value, category.key, in: clan, order: index)
            }
        }
    }

    mutating func createCategory(_ wire: ApiCreateCategoryDescRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<ApiCategoryDesc>
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageChannel, of: user, in: clan.id)
        try checkCategory(wire.categoryName, in: clan)
        guard clan.categories.count < limits.categoriesPerClan else {
            throw GatewayRequestError.exhausted("a clan has at most \(limits.categoriesPerClan) categories")
        }
        let id = CategoryID(nextID(at: now))
        clans[clan.id]?.categories[wire.categoryName] = id
        return GatewayReply(
            description(of: id, wire.categoryName, in: clan, order: clan.categories.count),
            [categoryEvent(id, wire.categoryName, in: clan, by: user, status: 1)])
    }

    mutating func updateCategory(_ wire: ApiUpdateCategoryDescRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageChannel, of: user, in: clan.id)
        let id = CategoryID(wire.categoryID)
        guard let old = clan.categories.first(where: { $0.value == id })?.key else { throw GatewayRequestError.notFound }
        guard old != wire.categoryName else { return [] }
        try checkCategory(wire.categoryName, in: clan)
        clans[clan.id]?.categories[old] = nil
        clans[clan.id]?.categories[wire.categoryName] = id
        for room in rooms.values where room.channel.category == id {
            rooms[room.channel.id]?.channel.categoryName = wire.categoryName
        }
        return [categoryEvent(id, wire.categoryName, in: clan, by: user, status: 2)]
    }

    /// Deletes a category; its channels remain without a category.
    mutating func deleteCategory(_ wire: ApiDeleteCategoryDescRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageChannel, of: user, in: clan.id)
        let id = CategoryID(wire.categoryID)
        guard let name = clan.categories.first(where: { $0.value == id })?.key else { throw GatewayRequestError.notFound }
        clans[clan.id]?.categories[name] = nil
        for room in rooms.values where room.channel.category == id {
            rooms[room.channel.id]?.channel.category = 0
            rooms[room.channel.id]?.channel.categoryName = ""
        }
        notifications.forget(id.rawValue)
        return [categoryEvent(id, name, in: clan, by: user, status: 3)]
    }

    private func checkCategory(_ name: String, in clan: ClanState) throws(GatewayRequestError) {
        guard !name.isEmpty, name.utf8.count <= 200 else {
            throw GatewayRequestError.invalid("a category needs a name of at most 200 bytes")
        }
        guard clan.categories[name] == nil else { throw GatewayRequestError.exists("there is a category '\(name)'") }
    }

    private func description(of id: CategoryID, _ name: String, in clan: ClanState, order: Int) -> ApiCategoryDesc {
        .with {
            $0.creatorID = clan.owner.rawValue
            $0.clanID = clan.id.rawValue
            $0.categoryName = name
            $0.categoryID = id.rawValue
            $0.categoryOrder = Int32(clamping: order)
        }
    }

    private func categoryEvent(_ id: CategoryID, _ name: String, in clan: ClanState, by user: UserID, status: Int32)
        -> GatewayPush
    {
        let event = RtCategoryEvent.with {
            $0.creatorID = user.rawValue
            $0.clanID = clan.id.rawValue
            $0.categoryName = name
            $0.id = id.rawValue
            $0.status = status
        }
        return GatewayPush(message: .categoryEvent(event), receivers: listeners(of: clan))
    }
}
