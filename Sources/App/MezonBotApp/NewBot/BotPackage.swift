import Foundation

/// A new bot in a package of its own: its source file and test, the program that runs it, and its configuration.
package struct BotPackage {
    /// The mezon-bot that the package depends on.
    package enum Dependency: Hashable, Sendable {
        /// A source checkout; its path, absolute or relative to the current folder.
        case checkout(String)
        /// A repository, from a version on.
        case repository(String, from: String)

        /// Reads an option: the address of a repository, or a directory.
        package init(_ text: String, version: String) {
            let isRepository = text.contains("://") || text.hasPrefix("git@")
            self = isRepository ? .repository(text, from: version) : .checkout(text)
        }
    }

    package let name: BotName
    /// The files to be written, described for users.
    package let steps: [BotScaffold.Step]
    private let changes: FileChanges

    /// Checks that all files can be written, without writing them.
    ///
    /// - Parameter folder: The directory of the package, which does not exist yet or is empty.
    /// - Throws: `BotScaffoldError`.
    package init(_ text: String, in folder: String, dependingOn dependency: Dependency) throws(BotScaffoldError) {
        let name = try BotName(text)
        try BotScaffold.checkAgainstSwift(name)
        self.name = name
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: root.path, isDirectory: &isDirectory) {
            guard isDirectory.boolValue else { throw .cannotWrite(file: folder, why: "it is not a directory") }
            guard let contents = try? FileManager.default.contentsOfDirectory(atPath: root.path) else {
                throw .cannotWrite(file: folder, why: "the directory cannot be read; check its permissions")
            }
            guard contents.isEmpty else { throw .notEmpty(folder: folder) }
        }
        var dependency = dependency
        switch dependency {
        case .repository:
            guard !Self.frameworkTypes.contains(name.type.lowercased()) else {
                throw .taken(name.type, by: "BotKit declares it")
            }
        case .checkout(let path):
            let checkout = URL(fileURLWithPath: path, isDirectory: true)
            guard FileManager.default.fileExists(atPath: checkout.appending(path: "Sources/Bots/BotKit").path) else {
                throw .notACheckout(folder: path, missing: "Sources/Bots/BotKit")
            }
            if let file = SourceCheckout.declaration(of: name.type, in: checkout, SourceCheckout.framework) {
                throw .taken(name.type, by: "\(file) declares it")
            }
            if !path.hasPrefix("/") { dependency = .checkout(Self.path(to: checkout, from: root)) }
        }
        let template = BotPackageTemplate(name: name, dependency: dependency)
        let files = [
            ("Package.swift", template.manifest, "the package"),
            (".gitignore", template.ignoredFiles, "what git leaves out"),
            ("config.yaml", template.configuration, "a configuration that enables the bot"),
            ("Sources/\(template.program)/\(name.type).swift", template.bot.bot, "the bot"),
            ("Sources/\(template.program)/Main.swift", template.main, "the program: all commands of mezon-bot"),
            ("Tests/\(name.type)Tests/\(name.type)Tests.swift", template.test, "its test"),
        ]
        steps = files.map { BotScaffold.Step(path: $0.0, what: $0.2) }
        changes = FileChanges(
            changes: files.map { path, text, _ in
                FileChanges.Change(path: path, file: root.appending(path: path), text: text, before: nil)
            })
    }

    /// Types that the files of a new bot use. Those of a checkout are read from it.
    private static let frameworkTypes: Set<String> = [
        "action", "author", "bot", "botcontext", "botregistry", "command", "draft", "event", "main", "manifest", "mention",
        "message", "testclan", "text",
    ]

    /// Returns the relative path that leads from one folder to another.
    private static func path(to target: URL, from folder: URL) -> String {
        // The path of the package manager, which follows no links either.
        let (steps, start) = (target.standardizedFileURL.pathComponents, folder.standardizedFileURL.pathComponents)
        let shared = zip(steps, start).prefix { $0 == $1 }.count
        let path = start.dropFirst(shared).map { _ in ".." } + steps.dropFirst(shared)
        return path.isEmpty ? "." : path.joined(separator: "/")
    }

    /// - Throws: `BotScaffoldError`; nothing has been changed in that case.
    package func write() throws(BotScaffoldError) { try changes.write() }
}

/// The contents of the files of a new package.
struct BotPackageTemplate {
    let name: BotName
    let dependency: BotPackage.Dependency

    var bot: BotTemplate { BotTemplate(name: name) }
    /// The name of the program.
    var program: String { "\(name.identifier)-bot" }
    /// The name of its module.
    private var module: String { program.replacing("-", with: "_") }

    var manifest: String {
        let source =
            switch dependency {
            case .checkout(let path): "name: \"mezon-bot\", path: \(Self.literal(path))"
            case .repository(let address, let version): "url: \(Self.literal(address)), from: \"\(version)\""
            }
        return """
            // swift-tools-version: 6.2
            \(bot.imports("PackageDescription"))

            let package = Package(
                name: "\(program)",
                platforms: [.macOS(.v15)],
                dependencies: [.package(\(source))],
                targets: [
                    .executableTarget(
                        name: "\(program)",
                        dependencies: [
                            .product(name: "BotKit", package: "mezon-bot"), .product(name: "MezonBotCommands", package: "mezon-bot"),
                        ]),
                    .testTarget(
                        name: "\(name.type)Tests",
                        dependencies: ["\(program)", .product(name: "BotTesting", package: "mezon-bot")]),
                ]
            )

            """
    }

    var ignoredFiles: String {
        """
        .build/
        data/

        """
    }

    var configuration: String {
        """
        version: 1
        # Runs against an embedded gateway. For Mezon: remove this line, and set MEZON_BOT_ID and MEZON_BOT_TOKEN.
        bot: { gateway: local }
        bots:
          \(name.identifier): { enabled_in: all }

        """
    }

    var main: String {
        """
        \(bot.imports("BotKit", "MezonBotCommands"))

        /// All commands of mezon-bot, with this bot.
        @main
        enum Main {
            static func main() async { await BotProgram.main(BotRegistry([\(name.type).self])) }
        }

        """
    }

    var test: String { bot.test(of: module) }

    /// A Swift string literal.
    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
