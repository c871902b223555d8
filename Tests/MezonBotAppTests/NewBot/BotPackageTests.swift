import BotKit
import BotTesting
import Foundation
import Testing

@testable import MezonBotApp

struct BotPackageTests {
    private let folder: TemporaryDirectory
    /// The directory of the new package.
    private var target: String { folder.path + "/bots/word-chain-bot" }

    init() throws {
        folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/checkout/Sources/Bots/BotKit", withIntermediateDirectories: true)
    }

    private func package(
        _ name: String = "WordChain", in folder: String? = nil, dependingOn dependency: BotPackage.Dependency? = nil
    ) throws -> BotPackage {
        try BotPackage(name, in: folder ?? target, dependingOn: dependency ?? .checkout(self.folder.path + "/checkout"))
    }

    @Test func `a package contains the bot, its test, a program and a configuration`() throws {
        let package = try package()
        #expect(!FileManager.default.fileExists(atPath: target))
        try package.write()
        for step in package.steps {
            #expect(FileManager.default.fileExists(atPath: target + "/" + step.path), "\(step.path)")
        }
        func text(_ path: String) throws -> String { try String(contentsOfFile: target + "/" + path, encoding: .utf8) }
        #expect(try text("Package.swift").contains("path: \"\(folder.path)/checkout\""))
        #expect(try text("Sources/word-chain-bot/Main.swift").contains("BotRegistry([WordChain.self])"))
        #expect(try text("Tests/WordChainTests/WordChainTests.swift").contains("@testable import word_chain_bot"))
        let (compiled, report) = CompiledConfiguration.check(
            target + "/config.yaml", registry: BotRegistry([]), environment: [:])
        // The only thing that is wrong here is that this registry lacks the bot.
        #expect(compiled == nil && "\(report)".contains("word-chain"), "\(report)")
    }

    @Test func `a relative path of a checkout is relative to the current folder`() throws {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL
        let path = current.pathComponents.dropFirst().map { _ in "../" }.joined() + folder.path.dropFirst() + "/checkout"
        try package(dependingOn: .checkout(path)).write()
        let manifest = try String(contentsOfFile: target + "/Package.swift", encoding: .utf8)
        #expect(manifest.contains("path: \"../../checkout\""), "\(manifest)")
    }

    @Test func `a package may depend on a repository`() throws {
        let dependency = BotPackage.Dependency("https://a.example/mezon-bot.git", version: "0.2.0")
        #expect(dependency == .repository("https://a.example/mezon-bot.git", from: "0.2.0"))
        try package(dependingOn: dependency).write()
        let manifest = try String(contentsOfFile: target + "/Package.swift", encoding: .utf8)
        #expect(manifest.contains(".package(url: \"https://a.example/mezon-bot.git\", from: \"0.2.0\")"))
    }

    @Test func `a directory with files, one that is a file, and a checkout without BotKit are refused`() throws {
        try package().write()
        #expect(throws: BotScaffoldError.notEmpty(folder: target)) { try package() }
        let file = target + "/Package.swift"
        #expect(throws: BotScaffoldError.cannotWrite(file: file, why: "it is not a directory")) { try package(in: file) }
        #expect(throws: BotScaffoldError.notACheckout(folder: "/nowhere", missing: "Sources/Bots/BotKit")) {
            try package(in: folder.path + "/other", dependingOn: .checkout("/nowhere"))
        }
        #expect(throws: BotScaffoldError.taken("String", by: "Swift or a module declares it")) {
            try package("string", in: folder.path + "/other")
        }
        #expect(throws: BotScaffoldError.taken("Bot", by: "BotKit declares it")) {
            try package("bot", in: folder.path + "/other", dependingOn: .repository("https://a.example/x.git", from: "0.2.0"))
        }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser reads every directory"))
    func `a directory that cannot be read is refused for that reason`() throws {
        let closed = folder.path + "/closed"
        try FileManager.default.createDirectory(
            atPath: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o300])
        #expect {
            try package(in: closed)
        } throws: {
            "\($0)" == "\(closed) cannot be written: the directory cannot be read; check its permissions; nothing was changed"
        }
    }

    @Test func `a package that cannot be written leaves nothing`() throws {
        let file = folder.path + "/file"
        try "".write(toFile: file, atomically: true, encoding: .utf8)
        let package = try package(in: file + "/bot")
        #expect(throws: BotScaffoldError.self) { try package.write() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["checkout", "file"])
    }
}
