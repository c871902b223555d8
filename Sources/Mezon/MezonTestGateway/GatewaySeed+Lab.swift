import ChatModel

extension GatewaySeed {
    /// The clan "Mezon Lab": three public channels and a private one, two apps and four users.
    package static let lab = GatewaySeed(
        clans: [
            Clan(
                id: 1_900_000_000_000_000_001, name: "Mezon Lab", owner: mod,
                members: [bot, secondApp, guest, an, binh, mod],
                channels: [
                    Channel(id: 1_900_000_000_000_000_011, label: "general", category: "Text"),
                    Channel(id: 1_900_000_000_000_000_012, label: "support", category: "Text"),
                    Channel(id: 1_900_000_000_000_000_013, label: "lab", category: "Text"),
                    Channel(id: 1_900_000_000_000_000_014, label: "mod-log", category: "Moderation", members: [bot, mod]),
                ],
                roles: [
                    Role(id: 1_900_000_000_000_000_021, title: "admin", permissions: [.administrator], members: [mod]),
                    // The first app may moderate; the second demonstrates refusals.
                    Role(
                        id: 1_900_000_000_000_000_022, title: "bot",
                        permissions: [.deleteMessage, .manageChannel, .manageClan], members: [bot]),
                    Role(id: 1_900_000_000_000_000_023, title: "member", permissions: [], members: [an]),
                ],
                categories: [
                    Category(id: 1_900_000_000_000_000_031, name: "Text"),
                    Category(id: 1_900_000_000_000_000_032, name: "Moderation"),
                ],
                // The guest joins at the start; the others are older members.
                joinedDaysAgo: [bot: 365, secondApp: 365, an: 730, binh: 30, mod: 1000])
        ],
        people: [
            User(id: bot, name: "mezon-bot", isApp: true),
            User(id: secondApp, name: "second-app", isApp: true),
            User(id: guest, name: "guest", displayName: "Guest"),
            User(id: an, name: "an", displayName: "An"),
            User(id: binh, name: "binh", displayName: "Bình"),
            User(id: mod, name: "mod", displayName: "Mod"),
        ])

    private static let bot: UserID = 1_900_000_000_000_000_101
    private static let secondApp: UserID = 1_900_000_000_000_000_102
    private static let guest: UserID = 1_900_000_000_000_000_201
    private static let an: UserID = 1_900_000_000_000_000_202
    private static let binh: UserID = 1_900_000_000_000_000_203
    private static let mod: UserID = 1_900_000_000_000_000_204
}
