// swift-tools-version: 6.2
import PackageDescription

// The tests of the bot, and an application that runs it together with the bots of mezon-bot. Both need all of mezon-bot.
let package = Package(
    name: "flip-bot",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "outside-bot", path: ".."), .package(name: "mezon-bot", path: "../../..")],
    targets: [
        .executableTarget(
            name: "flip-bot",
            dependencies: [
                .product(name: "Flip", package: "outside-bot"), .product(name: "Bots", package: "mezon-bot"),
                .product(name: "MezonBotCommands", package: "mezon-bot"),
            ]),
        .testTarget(
            name: "FlipTests",
            dependencies: [
                .product(name: "Flip", package: "outside-bot"), .product(name: "BotTesting", package: "mezon-bot"),
            ]),
    ]
)
