// swift-tools-version: 6.2
import PackageDescription

// Imports go up the rows of this page only; nothing imports its neighbour in a row. `Tests/ArchitectureTests` holds that true.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, resources: resources, swiftSettings: settings)
}

let package = Package(
    name: "mezon-bot",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mezon-bot", targets: ["mezon-bot"]),
        .library(name: "BotKit", targets: ["BotKit"]),
        .library(name: "Bots", targets: ["Bots"]),
        .library(name: "ConnectorKit", targets: ["ConnectorKit"]),
        .library(name: "MezonBotCommands", targets: ["MezonBotCommands"]),
        .library(name: "MezonTesting", targets: ["MezonTesting", "MezonTestingTraits"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Row 0
        module("MezonModel"),

        // Row 1
        module("MezonWire", ["MezonModel", protobuf], exclude: ["Proto"]),
        module("TextMatching", ["MezonModel", "CRE2"]),
        module(
            "Persistence",
            [
                "MezonModel", log, .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"), .product(name: "Crypto", package: "swift-crypto"),
            ]),

        module(
            "Transport",
            [
                "MezonModel", nio, nioPosix, nioHTTP1, nioSSL, .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),

        // Row 2
        module("Scheduling", ["MezonModel", "TextMatching"], exclude: ["Phrases/README.md"]),

        // Row 3
        module("BotConfig", ["MezonModel", "Scheduling", .product(name: "Yams", package: "Yams")]),
        module("BotKit", ["MezonModel", "TextMatching", "Scheduling"]),

        // Row 4
        module(
            "MezonSession",
            [
                "MezonModel", "MezonWire", "Transport", "BotKit", protobuf, log,
                .product(name: "AsyncHTTPClient", package: "async-http-client"), nio, nioHTTP1,
            ]),
        module("MezonSocket", ["MezonModel", "MezonWire", "Transport", protobuf, log, nio, nioPosix, nioHTTP1, nioWebSocket]),
        module("SendPipeline", ["MezonModel", "MezonWire", "Persistence", "BotKit", log, lifecycle]),
        module("Hooks", ["MezonModel", "MezonWire", "Persistence", "BotKit", log, lifecycle]),
        module("Rules", ["MezonModel", "BotConfig", "BotKit", "TextMatching", "Scheduling"]),
        module(
            "LocalGateway",
            [
                "MezonModel", "MezonWire", log, nio, nioPosix, nioHTTP1, nioWebSocket, protobuf, lifecycle,
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["README.md"]),

        // Row 5
        module("Moderation", ["MezonModel", "BotConfig", "BotKit", "Persistence", "Hooks", "Rules"]),
        module(
            "ConnectorKit",
            [
                "MezonModel", "MezonWire", "Transport", "BotConfig", "BotKit", "Persistence", "MezonSession", "SendPipeline", log,
                lifecycle, nio, nioHTTP1, .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),

        // Row 6
        module(
            "IRC",
            [
                "MezonModel", "MezonWire", "Transport", "BotConfig", "Persistence", "MezonSocket", "SendPipeline", "ConnectorKit",
                log, nio, nioPosix, .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module(
            "Matrix",
            [
                "MezonModel", "MezonWire", "Transport", "BotConfig", "Persistence", "MezonSocket", "SendPipeline", "ConnectorKit",
                log, nio, nioHTTP1, .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        module(
            "Webhooks",
            [
                "MezonModel", "MezonWire", "Transport", "BotConfig", "BotKit", "Persistence", "MezonSession", "MezonSocket",
                "SendPipeline", "ConnectorKit", log, lifecycle, nio, nioPosix, nioHTTP1,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        module("Replay", ["MezonModel", "MezonWire", "BotKit", "Persistence", "Hooks", "Rules", "Moderation", log]),

        // Row 7
        module(
            "MezonBot",
            [
                "MezonModel", "MezonWire", "Transport", "BotConfig", "TextMatching", "Persistence", "Scheduling", "BotKit",
                "MezonSession", "MezonSocket", "SendPipeline", "Hooks", "Rules", "Moderation",
                "ConnectorKit", "IRC", "Matrix", "Webhooks", "Replay", "LocalGateway", protobuf, log, lifecycle,
            ]),

        // Row 8
        module(
            "MezonTesting",
            [
                "MezonModel", "MezonWire", "BotConfig", "BotKit", "Persistence", "SendPipeline", "Hooks", "Rules", "Moderation",
                "LocalGateway", "MezonBot", "ConnectorKit", "IRC", "Matrix", "Replay", "TextMatching", "CStretch", log,
            ]),

        // Row 9. Apart from MezonTesting, because the commands play fixtures and should not need the test library for it.
        module("MezonTestingTraits", ["MezonTesting", "CWallClock"]),
        .target(
            name: "MezonBotCommands",
            dependencies: [
                "MezonModel", "BotConfig", "Scheduling", "BotKit", "Persistence", "MezonSession", "MezonSocket", "LocalGateway",
                "Rules", "Moderation", "ConnectorKit", "Replay", "MezonBot", "MezonTesting", log, lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/mezon-bot", swiftSettings: settings),

        // Row 10
        .executableTarget(
            name: "mezon-bot", dependencies: ["MezonBotCommands", "Bots"], path: "Sources/Program", swiftSettings: settings),

        // Soak tests of the whole application with real processes; figures, not tests.
        .executableTarget(
            name: "trials",
            dependencies: [
                "MezonModel", "MezonWire", "BotConfig", "BotKit", "TextMatching", "Persistence", "MezonSession", "MezonSocket",
                "LocalGateway", "Hooks", "Scheduling", "Rules", "Moderation", "ConnectorKit", "IRC", "Matrix", "Webhooks",
                "Replay",
                "MezonBot", "MezonTesting",
                "MezonBotCommands", "Bots", log, protobuf,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks", exclude: ["echo.py", "matching.py"], swiftSettings: settings),

        // The bots of this build: they import BotKit only.
        .target(name: "Bots", dependencies: ["BotKit"], path: "Bots", exclude: ["README.md"], swiftSettings: settings),

        // Shims over system libraries
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),

        // Who reads the machine's clock or chance. CWallClock stands before the C library's functions: in test programs only.
        .target(name: "CStretch"),
        .target(name: "CWallClock", dependencies: ["CStretch"]),

        tests("Architecture"),
        tests("MezonModel", ["MezonModel", "MezonTesting"]),
        tests("MezonWire", ["MezonModel", "MezonWire", "BotKit", "MezonTesting"], resources: [.copy("Golden")]),
        tests("BotConfig", ["MezonModel", "Scheduling", "BotConfig"]),
        tests("TextMatching", ["MezonModel", "TextMatching"], resources: [.copy("Corpus")]),
        tests(
            "Persistence",
            [
                "MezonModel", "MezonWire", "BotKit", "Persistence", "MezonTesting", log,
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests("BotKit", ["MezonModel", "BotKit", "MezonTesting"], resources: [.copy("Corpus")]),
        tests(
            "MezonSession",
            [
                "MezonModel", "MezonWire", "BotKit", "MezonSession", "MezonTesting", protobuf, log, nio, nioPosix, nioHTTP1,
            ]),
        tests(
            "MezonSocket",
            [
                "MezonModel", "MezonWire", "MezonSocket", protobuf, log, nio, nioPosix, nioHTTP1, nioWebSocket,
            ]),
        tests(
            "SendPipeline",
            ["MezonModel", "MezonWire", "BotKit", "Persistence", "SendPipeline", "MezonTesting", log, lifecycle]),
        tests("Hooks", ["MezonModel", "MezonWire", "BotKit", "Persistence", "Hooks", "MezonTesting", log, lifecycle]),
        tests("Scheduling", ["MezonModel", "BotKit", "Scheduling"], resources: [.copy("Corpus")]),
        tests(
            "Rules", ["MezonModel", "BotConfig", "BotKit", "TextMatching", "Scheduling", "Rules", "MezonTesting"],
            resources: [.copy("Corpus")]),
        tests(
            "Moderation",
            ["MezonModel", "MezonWire", "BotConfig", "BotKit", "Persistence", "Hooks", "Rules", "Moderation", "MezonTesting"]),
        tests(
            "Relay",
            [
                "MezonModel", "MezonWire", "Transport", "BotConfig", "BotKit", "Persistence", "MezonSession", "SendPipeline",
                "ConnectorKit", "IRC", "Matrix", "Webhooks", "MezonTesting", "MezonSocket",
                log, lifecycle, nio, nioPosix, nioHTTP1, nioSSL, .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.copy("Corpus")]),
        tests(
            "Replay",
            [
                "MezonModel", "BotConfig", "BotKit", "Persistence", "Hooks", "Rules", "Moderation", "Replay", "MezonBot", "Bots",
                "MezonTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            "LocalGateway",
            [
                "LocalGateway", "MezonModel", "MezonWire", "MezonTesting", log, nio, nioPosix, nioHTTP1, nioWebSocket, protobuf,
                lifecycle, .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.copy("Corpus")]),
        tests(
            "MezonBot",
            [
                "MezonModel", "MezonWire", "BotConfig", "Scheduling", "BotKit", "Persistence", "Rules", "MezonSession",
                "MezonSocket",
                "SendPipeline", "Hooks", "ConnectorKit", "IRC", "Matrix", "Webhooks", "LocalGateway", "MezonBot", "MezonTesting",
                log, lifecycle, nio, nioPosix,
                nioHTTP1,
            ],
            resources: [.copy("SixRules")]),
        tests("Command", ["mezon-bot", "MezonModel", "Persistence", "MezonBot", "MezonTesting"]),
        tests("MezonTesting", ["MezonModel", "BotKit", "Persistence", "MezonTesting", "MezonTestingTraits"]),
        tests("Bots", ["MezonModel", "BotKit", "Bots", "MezonTesting"], resources: [.copy("Fixtures")]),
    ],
    cxxLanguageStandard: .cxx17
)
