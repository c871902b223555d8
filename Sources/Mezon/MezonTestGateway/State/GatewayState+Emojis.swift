import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns the emojis of the caller's clans.
    func emojiList(for user: UserID) -> ApiEmojiListedResponse {
        .with { $0.emojiList = clans(of: user).flatMap(\.emojis) }
    }

    mutating func createEmoji(_ wire: ApiClanEmojiCreateRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try managedClan(wire.clanID, by: user)
        try checkImage(wire.shortname, wire.source, wire.category, among: clan.emojis.map(\.shortname))
        let emoji = ApiClanEmoji.with {
            $0.id = nextID(at: now)
            $0.src = wire.source
            $0.shortname = wire.shortname
            $0.category = wire.category
            $0.creatorID = user.rawValue
            $0.clanID = clan.id.rawValue
            $0.clanName = clan.name
            $0.isForSale = wire.isForSale
        }
        clans[clan.id]?.emojis.append(emoji)
        return [push(emoji, action: 1, in: clan, by: user)]
    }

    mutating func updateEmoji(_ wire: ApiClanEmojiUpdateRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let clan = try managedClan(wire.clanID, by: user)
        guard let index = clan.emojis.firstIndex(where: { $0.id == wire.id }) else { throw GatewayRequestError.notFound }
        var emoji = clan.emojis[index]
        let others = clan.emojis.filter { $0.id != wire.id }.map(\.shortname)
        try checkImage(wire.shortname, emoji.src, emoji.category, among: others)
        emoji.shortname = wire.shortname
        clans[clan.id]?.emojis[index] = emoji
        return [push(emoji, action: 2, in: clan, by: user)]
    }

    mutating func deleteEmoji(_ wire: ApiClanEmojiDeleteRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let clan = try managedClan(wire.clanID, by: user)
        guard let emoji = clan.emojis.first(where: { $0.id == wire.id }) else { throw GatewayRequestError.notFound }
        clans[clan.id]?.emojis.removeAll { $0.id == wire.id }
        return [push(emoji, action: 3, in: clan, by: user)]
    }

    /// Returns the stickers of the caller's clans.
    func stickerList(for user: UserID) -> ApiStickerListedResponse {
        .with { $0.stickers = clans(of: user).flatMap(\.stickers) }
    }

    mutating func addSticker(_ wire: ApiClanStickerAddRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try managedClan(wire.clanID, by: user)
        try checkImage(wire.shortname, wire.source, wire.category, among: clan.stickers.map(\.shortname))
        let sticker = ApiClanSticker.with {
            $0.id = nextID(at: now)
            $0.source = wire.source
            $0.shortname = wire.shortname
            $0.category = wire.category
            $0.creatorID = user.rawValue
            $0.createTimeSeconds = Self.seconds(now)
            $0.clanID = clan.id.rawValue
            $0.clanName = clan.name
            $0.mediaType = wire.mediaType
            $0.isForSale = wire.isForSale
        }
        clans[clan.id]?.stickers.append(sticker)
        let event = RtStickerCreateEvent.with {
            $0.clanID = clan.id.rawValue
            $0.source = sticker.source
            $0.shortname = sticker.shortname
            $0.category = sticker.category
            $0.creatorID = user.rawValue
            $0.stickerID = sticker.id
            $0.clanName = clan.name
        }
        return [GatewayPush(message: .stickerCreateEvent(event), receivers: listeners(of: clan))]
    }

    mutating func updateSticker(_ wire: ApiClanStickerUpdateByIdRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try managedClan(wire.clanID, by: user)
        guard let index = clan.stickers.firstIndex(where: { $0.id == wire.id }) else { throw GatewayRequestError.notFound }
        var sticker = clan.stickers[index]
        if !wire.shortname.isEmpty { sticker.shortname = wire.shortname }
        if !wire.source.isEmpty { sticker.source = wire.source }
        if !wire.category.isEmpty { sticker.category = wire.category }
        let others = clan.stickers.filter { $0.id != wire.id }.map(\.shortname)
        try checkImage(sticker.shortname, sticker.source, sticker.category, among: others)
        clans[clan.id]?.stickers[index] = sticker
        let event = RtStickerUpdateEvent.with {
            $0.shortname = sticker.shortname
            $0.stickerID = sticker.id
            $0.userID = user.rawValue
        }
        return [GatewayPush(message: .stickerUpdateEvent(event), receivers: listeners(of: clan))]
    }

    mutating func deleteSticker(_ wire: ApiClanStickerDeleteRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try managedClan(wire.clanID, by: user)
        guard clan.stickers.contains(where: { $0.id == wire.id }) else { throw GatewayRequestError.notFound }
        clans[clan.id]?.stickers.removeAll { $0.id == wire.id }
        let event = RtStickerDeleteEvent.with {
            $0.stickerID = wire.id
            $0.userID = user.rawValue
        }
        return [GatewayPush(message: .stickerDeleteEvent(event), receivers: listeners(of: clan))]
    }

    private func clans(of user: UserID) -> [ClanState] {
        clans.values.filter { $0.members.contains(user) }.sorted { $0.id < $1.id }
    }

    private func managedClan(_ id: Int64, by user: UserID) throws(GatewayRequestError) -> ClanState {
        let clan = try clan(ClanID(id), for: user)
        try require(.manageClan, of: user, in: clan.id)
        return clan
    }

    private func checkImage(_ name: String, _ source: String, _ category: String, among others: [String])
        throws(GatewayRequestError)
    {
        guard !name.isEmpty, name.utf8.count <= 64, (1...2000).contains(source.utf8.count), category.utf8.count <= 200 else {
            throw GatewayRequestError.invalid("an emoji or sticker needs a name of at most 64 bytes and a source of at most 2000")
        }
        guard !others.contains(name) else { throw GatewayRequestError.exists("the name '\(name)' is taken") }
        guard others.count < limits.imagesPerClan else {
            throw GatewayRequestError.exhausted("a clan has at most \(limits.imagesPerClan) emojis, and as many stickers")
        }
    }

    private func push(_ emoji: ApiClanEmoji, action: Int32, in clan: ClanState, by user: UserID) -> GatewayPush {
        let event = RtEventEmoji.with {
            $0.id = emoji.id
            $0.clanID = clan.id.rawValue
            $0.shortName = emoji.shortname
            $0.source = emoji.src
            $0.category = emoji.category
            $0.action = action
            $0.userID = user.rawValue
            $0.clanName = clan.name
            $0.isForSale = emoji.isForSale
        }
        return GatewayPush(message: .eventEmoji(event), receivers: listeners(of: clan))
    }
}
