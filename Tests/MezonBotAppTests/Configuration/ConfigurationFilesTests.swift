import BotKit
import BotTesting
import ChatModel
import Foundation
import Testing

@testable import MezonBotApp

struct ConfigurationFilesTests {
    private let folder: TemporaryDirectory
    private let files: ConfigurationFiles

    init() throws {
        folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: folder.path + "/conf/rules", withIntermediateDirectories: true)
        files = ConfigurationFiles(
            folder: folder.path + "/conf", names: ["config.yaml", "rules/a.yaml", "link.yaml", "../outside.yaml", "words.txt"],
            secretFiles: ["words.txt"])
        for name in ["conf/config.yaml", "conf/rules/a.yaml", "outside.yaml", "conf/words.txt"] { try write("one\n", to: name) }
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }

    private func read(_ name: String) throws -> String { try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8) }

    private func replace(_ name: String, with text: String = "two\n", of before: String = "one\n") throws {
        try files.replace(name, with: text, ifDigestIs: ConfigurationFiles.digest(of: before))
    }

    @Test func `a file is replaced, its mode stays and its former text is kept`() throws {
        let path = folder.path + "/conf/rules/a.yaml"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try replace("rules/a.yaml")
        #expect(try read("conf/rules/a.yaml") == "two\n" && read("conf/rules/.a.yaml.previous") == "one\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/conf/rules")
        #expect(names.sorted() == [".a.yaml.previous", "a.yaml"])
    }

    @Test func `a file that has changed since it was opened stays`() throws {
        try write("theirs\n", to: "conf/config.yaml")
        #expect(throws: ConfigurationFileError.changed(file: "config.yaml")) { try replace("config.yaml") }
        #expect(try read("conf/config.yaml") == "theirs\n")
    }

    @Test(arguments: ["nothing.yaml", "../outside.yaml", "rules/../config.yaml", "", "/etc/passwd", "rules"])
    func `other paths lead nowhere`(name: String) throws {
        #expect(throws: ConfigurationFileError.self) { try files.text(of: name) }
        #expect(throws: ConfigurationFileError.self) { try replace(name) }
        #expect(try read("outside.yaml") == "one\n" && read("conf/config.yaml") == "one\n")
    }

    @Test func `a symbolic link is followed inside the folder and refused outside`() throws {
        let link = folder.path + "/conf/link.yaml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "rules/a.yaml")
        try replace("link.yaml")
        #expect(try read("conf/rules/a.yaml") == "two\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "rules/a.yaml")
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../outside.yaml")
        #expect(throws: ConfigurationFileError.outside(file: "link.yaml")) { try files.text(of: "link.yaml") }
        #expect(throws: ConfigurationFileError.outside(file: "link.yaml")) { try replace("link.yaml") }
    }

    @Test func `carriage returns of a file are kept`() throws {
        try write("one\r\ntwo\r\n", to: "conf/config.yaml")
        try replace("config.yaml", with: "one\n2\n", of: "one\r\ntwo\r\n")
        #expect(try read("conf/config.yaml") == "one\r\n2\r\n")
    }

    @Test func `a file that may contain a secret is neither read nor replaced`() throws {
        #expect(throws: ConfigurationFileError.secret(file: "words.txt")) { try files.text(of: "words.txt") }
        #expect(throws: ConfigurationFileError.secret(file: "words.txt")) { try replace("words.txt") }
    }

    @Test func `a text that is too long is not written`() throws {
        let text = String(repeating: "#", count: ConfigurationFiles.maxBytes + 1)
        #expect(throws: ConfigurationFileError.self) { try replace("config.yaml", with: text) }
        #expect(try read("conf/config.yaml") == "one\n")
    }

    @Test func `a fixture is written once, under a plain name`() throws {
        try write("version: 1\n", to: "conf/config.yaml")
        let checked = CompiledConfiguration.check(
            folder.path + "/conf/config.yaml", registry: BotRegistry([]), environment: [:])
        let compiled = try #require(checked.compiled)
        #expect(try compiled.saveFixture(named: "entry-7", "{}\n") == "fixtures/entry-7.jsonl")
        for name in ["entry-7", "", "../x", "a/b", "A", String(repeating: "a", count: 65)] {
            #expect(throws: ConfigurationFileError.self) { try compiled.saveFixture(named: name, "other") }
        }
        #expect(try read("conf/fixtures/entry-7.jsonl") == "{}\n")
    }
}
