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
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

/// A library target in the folder of its group.
func module(
    _ group: String, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(group)/\(name)", exclude: exclude, resources: resources,
        swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, resources: resources, swiftSettings: settings)
}

let fuzzed: [Target.Dependency] = [
    "ChatModel", "BotConfiguration", "BotKit", "BotTesting", "IRC", "Matrix", "MezonBotApp", "MezonClient", "MezonProtocol",
    "ModelContextServer", "ProgramBots", "Recurrence", "RuleEngine", "Storage", "Webhooks",
]
let isFuzzing = Context.environment["MEZON_BOT_FUZZING"] != nil

let package = Package(
    name: "mezon-bot",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "mezon-bot", targets: ["mezon-bot"]),
        .library(name: "BotKit", targets: ["BotKit"]),
        .plugin(name: "BotTexts", targets: ["BotTexts"]),
        .library(name: "Bots", targets: ["Bots"]),
        .library(name: "ConnectorKit", targets: ["ConnectorKit"]),
        .library(name: "MezonBotCommands", targets: ["MezonBotCommands"]),
        .library(name: "BotTesting", targets: ["BotTesting", "BotTestingTraits"]),
    ],
    traits: [
        .trait(name: "Application", description: "What needs other packages: the program, its connectors and the test library."),
        .default(enabledTraits: ["Application"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Row 0
        module("Model", "ChatModel"),
        module("Support", "TextFolding"),

        // Row 1: its timers and limits need the model's `TimeSource`.
        module("Support", "AsyncSupport", ["ChatModel"]),

        // Row 2
        module("Mezon", "MezonProtocol", ["ChatModel", protobuf], exclude: ["Proto"]),
        module("Rules", "PatternMatching", ["ChatModel", "TextFolding", "CRE2"]),
        module("Rules", "TextClassification", ["TextFolding"]),
        module("Operations", "ModelContextServer", ["ChatModel", "AsyncSupport"]),
        module(
            "Engine", "Storage",
            [
                "ChatModel", "AsyncSupport", "CSQLiteSettings", log, database,
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"), .product(name: "Crypto", package: "swift-crypto"),
            ]),

        module(
            "Support", "Transport",
            [
                "ChatModel", nio, nioPosix, nioHTTP1, nioSSL, .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),

        // Row 3
        module("Time", "Recurrence", ["ChatModel", "TextFolding"], exclude: ["Phrases/README.md"]),

        module("Engine", "PostgreSQLStorage", ["ChatModel", "AsyncSupport", "Storage", "CLibPQ"]),

        // Row 4
        module(
            "Rules", "BotConfiguration",
            ["ChatModel", "Recurrence", "TextClassification", .product(name: "Yams", package: "Yams")]),
        module("Bots", "BotKit", ["ChatModel", "AsyncSupport", "TextFolding", "Recurrence"]),

        // Row 5
        module(
            "Mezon", "MezonClient",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotKit", protobuf, log,
                .product(name: "AsyncHTTPClient", package: "async-http-client"), nio, nioPosix, nioHTTP1, nioWebSocket,
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module("Engine", "Delivery", ["ChatModel", "AsyncSupport", "MezonProtocol", "Storage", "BotKit", log, lifecycle]),
        module("Engine", "EventProcessing", ["ChatModel", "AsyncSupport", "MezonProtocol", "Storage", "BotKit", log, lifecycle]),
        module(
            "Rules", "RuleEngine",
            [
                "ChatModel", "TextFolding", "BotConfiguration", "BotKit", "PatternMatching", "Recurrence", "TextClassification",
            ]),
        module(
            "Mezon", "MezonTestGateway",
            [
                "ChatModel", "MezonProtocol", log, nio, nioPosix, nioHTTP1, nioWebSocket, protobuf, lifecycle,
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["README.md"]),

        module("Bots", "ProgramBots", ["ChatModel", "AsyncSupport", "BotConfiguration", "BotKit"]),

        // Row 6
        module(
            "Rules", "Moderation",
            ["ChatModel", "BotConfiguration", "BotKit", "Storage", "EventProcessing", "RuleEngine", "TextClassification"]),
        module(
            "Connectors", "ConnectorKit",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "BotKit", "Storage", "MezonClient",
                "Delivery",
                log,
                lifecycle, nio, nioHTTP1, .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),

        module(
            "Rules", "RuleImport", ["ChatModel", "TextFolding", "PatternMatching", "BotConfiguration", "RuleEngine"],
            exclude: ["README.md"]),

        // Row 7
        module(
            "Connectors", "IRC",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "Storage", "MezonClient",
                "Delivery",
                "ConnectorKit",
                log, nio, nioPosix, .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module(
            "Connectors", "Matrix",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "Storage", "MezonClient",
                "Delivery",
                "ConnectorKit",
                log, nio, nioHTTP1, .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        module(
            "Connectors", "Mezon",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "Storage", "EventProcessing",
                "MezonClient", "Delivery", "ConnectorKit", log,
            ]),
        module(
            "Connectors", "Webhooks",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "BotKit", "Storage", "MezonClient",
                "Delivery", "ConnectorKit", log, lifecycle, nio, nioPosix, nioHTTP1,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        module(
            "Operations", "Replay",
            ["ChatModel", "MezonProtocol", "BotKit", "Storage", "EventProcessing", "RuleEngine", "Moderation", log]),

        // Row 8
        module(
            "App", "MezonBotApp",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "PatternMatching", "Storage",
                "PostgreSQLStorage", "Recurrence",
                "BotKit", "ProgramBots",
                "MezonClient", "Delivery", "EventProcessing", "RuleEngine", "Moderation",
                "ConnectorKit", "IRC", "Matrix", "Mezon", "Webhooks", "Replay", "MezonTestGateway", protobuf, log, lifecycle,
            ]),

        // Row 9
        module(
            "Bots", "BotTesting",
            [
                "ChatModel", "MezonProtocol", "BotConfiguration", "BotKit", "ProgramBots", "Storage", "Delivery",
                "EventProcessing", "RuleEngine", "Moderation",
                "MezonTestGateway", "MezonBotApp", "ConnectorKit", "IRC", "Matrix", "Replay", "TextFolding", "CRuntimeProbe",
                protobuf, log,
            ]),

        // Row 10. The traits are apart from BotTesting, because console and commands play fixtures and should not need the test
        // library for it.
        module("Bots", "BotTestingTraits", ["BotTesting", "CClockInterposer"]),
        module(
            "Operations", "Console",
            [
                "ChatModel", "AsyncSupport", "BotConfiguration", "BotKit", "Storage", "EventProcessing", "RuleEngine",
                "Moderation", "PostgreSQLStorage", "ModelContextServer",
                "ConnectorKit", "Replay", "MezonBotApp", "BotTesting", log, lifecycle, nio,
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            resources: [.embedInCode("Resources")]),

        // Row 11
        .target(
            name: "MezonBotCommands",
            dependencies: [
                "ChatModel", "AsyncSupport", "BotConfiguration", "Recurrence", "BotKit", "ProgramBots", "Storage", "MezonClient",
                "MezonTestGateway",
                "TextClassification", "RuleEngine", "RuleImport", "Moderation", "ConnectorKit", "Replay", "MezonBotApp",
                "Console", "ModelContextServer", "PostgreSQLStorage",
                "BotTesting", log, lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/App/MezonBotCommands", resources: [.embedInCode("Resources")], swiftSettings: settings),

        // Row 12
        .executableTarget(
            name: "mezon-bot", dependencies: ["MezonBotCommands", "Bots"], path: "Sources/App/mezon-bot", swiftSettings: settings),

        // Soak tests of the whole application with real processes; figures, not tests.
        .executableTarget(
            name: "soak",
            dependencies: [
                "ChatModel", "AsyncSupport", "MezonProtocol", "BotConfiguration", "BotKit", "PatternMatching", "Storage",
                "MezonClient", "TextFolding", "MezonTestGateway", "EventProcessing", "Recurrence", "RuleEngine", "Moderation",
                "ConnectorKit", "IRC", "Matrix", "Webhooks", "Replay",
                "PostgreSQLStorage", "MezonBotApp", "BotTesting",
                "MezonBotCommands", "Bots", log, protobuf, nio, nioPosix, nioHTTP1,
                database,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks",
            exclude: [
                "CallCounter", "FailingFiles", "FileCalls", "Gateway", "Mutants", "ShiftedClock", "UnsyncedWrites", "echo.py",
                "matching.py",
            ],
            swiftSettings: settings),

        // The bots of this build: they import BotKit only.
        .target(
            name: "Bots", dependencies: ["BotKit"], path: "Bots", exclude: ["README.md"],
            swiftSettings: settings, plugins: ["BotTexts"]),

        // Checks files of texts and makes Swift source of them, at every build.
        .executableTarget(name: "bot-texts", path: "Sources/Bots/bot-texts", swiftSettings: settings),
        .plugin(name: "BotTexts", capability: .buildTool(), dependencies: ["bot-texts"]),

        // Shims over system libraries
        .target(name: "CRE2", path: "Sources/Support/CRE2", linkerSettings: [.linkedLibrary("re2")]),
        .systemLibrary(name: "CLibPQ", path: "Sources/Support/CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(name: "CSQLiteSettings", path: "Sources/Support/CSQLiteSettings", linkerSettings: [.linkedLibrary("sqlite3")]),

        // Who reads the machine's clock or chance. CClockInterposer stands before the C library's functions: in test programs only.
        .target(name: "CRuntimeProbe", path: "Sources/Support/CRuntimeProbe"),
        .target(name: "CClockInterposer", dependencies: ["CRuntimeProbe"], path: "Sources/Support/CClockInterposer"),

        tests("Architecture"),
        tests("AsyncSupport", ["ChatModel", "AsyncSupport", "BotTesting"]),
        tests("ChatModel", ["ChatModel", "BotTesting"]),
        tests("MezonProtocol", ["ChatModel", "MezonProtocol", "BotKit", "BotTesting"], resources: [.copy("Golden")]),
        tests("BotConfiguration", ["ChatModel", "Recurrence", "BotConfiguration"]),
        tests("TextFolding", ["TextFolding"]),
        tests("ModelContextServer", ["ChatModel", "AsyncSupport", "ModelContextServer"]),
        tests(
            "ProgramBots",
            [
                "ChatModel", "AsyncSupport", "BotConfiguration", "BotKit", "ProgramBots", "Storage", "MezonBotApp", "Moderation",
                "Replay",
                "Bots",
                "BotTesting",
            ],
            resources: [.copy("Programs")]),
        tests("TextClassification", ["TextClassification"]),
        tests("PatternMatching", ["ChatModel", "TextFolding", "PatternMatching"], resources: [.copy("Corpus")]),
        tests(
            "Storage",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "BotKit", "Storage", "PostgreSQLStorage", "BotTesting", log,
                database,
            ]),
        tests("PostgreSQLStorage", ["PostgreSQLStorage", "Storage", "ChatModel", "BotKit", "BotTesting", log]),
        tests("BotTexts", ["BotKit", "bot-texts"]),
        tests("BotKit", ["ChatModel", "AsyncSupport", "BotKit", "BotTesting"], resources: [.copy("Corpus")]),
        tests(
            "MezonClient",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "BotKit", "MezonClient", "BotTesting", protobuf, log, nio, nioPosix,
                nioHTTP1,
                nioWebSocket,
            ]),
        tests(
            "Delivery",
            ["ChatModel", "MezonProtocol", "BotKit", "Storage", "Delivery", "BotTesting", log, lifecycle]),
        tests(
            "EventProcessing",
            ["ChatModel", "AsyncSupport", "MezonProtocol", "BotKit", "Storage", "EventProcessing", "BotTesting", log, lifecycle]),
        // Readers of input from outside, with random input. `Scripts/fuzz` makes a program of the same targets.
        isFuzzing
            ? .executableTarget(
                name: "fuzz", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["Corpus", "FuzzTests.swift"],
                swiftSettings: settings)
            : .testTarget(
                name: "FuzzTests", dependencies: fuzzed, exclude: ["Corpus", "GuidedFuzzing.swift"], swiftSettings: settings),
        tests("Recurrence", ["ChatModel", "BotKit", "Recurrence"], resources: [.copy("Corpus")]),
        tests(
            "RuleEngine",
            [
                "ChatModel", "BotConfiguration", "BotKit", "PatternMatching", "Recurrence", "RuleEngine", "TextClassification",
                "BotTesting",
            ],
            resources: [.copy("Corpus"), .copy("Proofs/planted-defects.txt")]),
        tests(
            "RuleImport", ["ChatModel", "BotConfiguration", "RuleEngine", "RuleImport", "BotTesting"],
            resources: [.copy("Samples")]),
        tests(
            "Moderation",
            [
                "ChatModel", "MezonProtocol", "BotConfiguration", "BotKit", "Storage", "EventProcessing", "RuleEngine",
                "Moderation", "TextClassification", "BotTesting",
            ]),
        tests(
            "Connectors",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "Transport", "BotConfiguration", "BotKit", "Storage", "MezonClient",
                "Delivery",
                "ConnectorKit", "IRC", "Matrix", "Mezon", "Webhooks", "MezonTestGateway", "BotTesting", log, lifecycle, nio,
                nioPosix, nioHTTP1, nioSSL,
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.copy("Corpus")]),
        tests(
            "Replay",
            [
                "ChatModel", "AsyncSupport", "BotConfiguration", "BotKit", "Storage", "EventProcessing", "RuleEngine",
                "Moderation", "Replay", "MezonBotApp", "Bots",
                "BotTesting",
                database,
            ]),
        tests(
            "MezonTestGateway",
            [
                "MezonTestGateway", "ChatModel", "MezonProtocol", "BotTesting", log, nio, nioPosix, nioHTTP1, nioWebSocket,
                protobuf,
                lifecycle, .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.copy("Corpus")]),
        tests(
            "MezonBotApp",
            [
                "ChatModel", "AsyncSupport", "MezonProtocol", "BotConfiguration", "Recurrence", "BotKit", "Storage", "RuleEngine",
                "MezonClient",
                "Delivery", "EventProcessing", "ConnectorKit", "IRC", "Matrix", "Webhooks", "MezonTestGateway", "MezonBotApp",
                "BotTesting", "PostgreSQLStorage",
                log, .product(name: "InMemoryLogging", package: "swift-log"), lifecycle, nio, nioPosix,
                nioHTTP1,
            ],
            resources: [.copy("SixRules"), .copy("Mistakes")]),
        tests(
            "Console",
            [
                "ChatModel", "AsyncSupport", "BotConfiguration", "BotKit", "Storage", "EventProcessing", "Moderation",
                "RuleEngine", "PostgreSQLStorage",
                "ConnectorKit", "MezonTestGateway", "MezonBotApp", "ModelContextServer", "Console", "BotTesting", log, lifecycle,
                nio, nioHTTP1,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        tests("MezonBotCommands", ["mezon-bot", "ChatModel", "Storage", "MezonBotApp", "BotTesting"]),
        tests("BotTesting", ["ChatModel", "BotKit", "Storage", "BotTesting", "BotTestingTraits", database]),
        tests("Bots", ["ChatModel", "BotKit", "Bots", "BotTesting"], resources: [.copy("Fixtures")]),
    ],
    cxxLanguageStandard: .cxx17
)

#if os(Linux)
    // The gateway of the load measurement, in C on epoll.
    package.targets.append(.executableTarget(name: "load-gateway", path: "Benchmarks/Gateway"))
    // Counts a program's calls to the C library. It is loaded before it (LD_PRELOAD).
    package.targets.append(.target(name: "CCallCounter", path: "Benchmarks/CallCounter"))
    package.products.append(.library(name: "call-counter", type: .dynamic, targets: ["CCallCounter"]))
    // Records what a program writes to a directory and syncs. It is loaded in the same way.
    package.targets.append(.target(name: "CUnsyncedWrites", dependencies: ["CFileCalls"], path: "Benchmarks/UnsyncedWrites"))
    package.products.append(.library(name: "unsynced-writes", type: .dynamic, targets: ["CUnsyncedWrites"]))
    // Lets a program's operations on the files of a directory fail. It is loaded in the same way.
    package.targets.append(.target(name: "CFailingFiles", dependencies: ["CFileCalls"], path: "Benchmarks/FailingFiles"))
    package.products.append(.library(name: "failing-files", type: .dynamic, targets: ["CFailingFiles"]))
    // The functions of the C library that both replace.
    package.targets.append(.target(name: "CFileCalls", path: "Benchmarks/FileCalls"))
    // Shifts a program's clock. It is loaded in the same way.
    package.targets.append(.target(name: "CShiftedClock", path: "Benchmarks/ShiftedClock"))
    package.products.append(.library(name: "shifted-clock", type: .dynamic, targets: ["CShiftedClock"]))
#endif

// The trait guards every product of another package. A package that depends on BotKit alone disables it and then resolves none of them.
for target in package.targets {
    target.dependencies = target.dependencies.map { dependency in
        guard case .productItem(let name, let package, let aliases, _) = dependency else { return dependency }
        return .productItem(name: name, package: package, moduleAliases: aliases, condition: .when(traits: ["Application"]))
    }
}
