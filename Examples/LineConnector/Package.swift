// swift-tools-version: 6.2
import PackageDescription

// A connector in a package of its own, its test, and an application that runs it together with those of mezon-bot.
let package = Package(
    name: "line-connector",
    platforms: [.macOS(.v15)],
    products: [.library(name: "LineConnector", targets: ["LineConnector"])],
    dependencies: [
        .package(name: "mezon-bot", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .target(
            name: "LineConnector",
            dependencies: [
                .product(name: "ConnectorKit", package: "mezon-bot"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "line-bot",
            dependencies: [
                "LineConnector", .product(name: "Bots", package: "mezon-bot"),
                .product(name: "MezonBotCommands", package: "mezon-bot"),
            ]),
        .testTarget(
            name: "LineConnectorTests",
            dependencies: [
                "LineConnector", "line-bot", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
    ]
)
