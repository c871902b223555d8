// swift-tools-version: 6.2
import PackageDescription

// A bot in a package of its own, its test, and an application that runs it together with the bots of mezon-bot.
let package = Package(
    name: "outside-bot",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Flip", targets: ["Flip"])],
    dependencies: [.package(name: "mezon-bot", path: "../..")],
    targets: [
        .target(name: "Flip", dependencies: [.product(name: "BotKit", package: "mezon-bot")]),
        .executableTarget(
            name: "flip-bot",
            dependencies: [
                "Flip", .product(name: "Bots", package: "mezon-bot"), .product(name: "MezonBotCommands", package: "mezon-bot"),
            ]),
        .testTarget(name: "FlipTests", dependencies: ["Flip", .product(name: "BotTesting", package: "mezon-bot")]),
    ]
)
