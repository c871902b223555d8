// swift-tools-version: 6.2
import PackageDescription

// A bot in a package of its own. Without the traits of mezon-bot it resolves and compiles BotKit alone.
let package = Package(
    name: "outside-bot",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Flip", targets: ["Flip"])],
    dependencies: [.package(name: "mezon-bot", path: "../..", traits: [])],
    targets: [.target(name: "Flip", dependencies: [.product(name: "BotKit", package: "mezon-bot")])]
)
