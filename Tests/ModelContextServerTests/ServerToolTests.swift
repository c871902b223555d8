import ChatModel
import Foundation
import ModelContextServer
import Testing

struct ServerToolTests {
    private static let target = CommandTarget(configuration: "/bot/config.yaml", data: "d", keyFile: "k")
    private static let all = ServerTool.reading + ServerTool.changing

    private func tool(_ name: String) throws -> ServerTool { try #require(Self.all.first { $0.name == name }) }

    @Test func `every tool has a name of its own and a complete schema`() throws {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        for tool in Self.all {
            #expect(tool.name.wholeMatch(of: #/[a-z_]{1,64}/#) != nil)
            #expect(tool.description.hasSuffix("."))
            let schema = try #require(tool.json.object?["inputSchema"]?.object)
            #expect(schema["type"] == "object" && schema["additionalProperties"] == false)
            #expect(schema["properties"]?.object?.keys.sorted() == tool.parameters.map(\.name).sorted())
            #expect((schema["required"]?.array ?? []).compactMap(\.string) == tool.parameters.filter(\.isRequired).map(\.name))
        }
    }

    @Test func `tools that change something are marked, and only those`() {
        #expect(ServerTool.reading.allSatisfy { $0.json.object?["annotations"]?.object?["readOnlyHint"] == true })
        for tool in ServerTool.changing {
            let annotations = tool.json.object?["annotations"]?.object
            #expect(annotations?["readOnlyHint"] == false && annotations?["destructiveHint"] != nil)
        }
    }

    @Test func `every tool that changes something names the assistant`() throws {
        let target = CommandTarget(configuration: "c", data: "d", assistant: "claude")
        for tool in ServerTool.changing {
            let arguments: [String: JSONValue] = Dictionary(
                uniqueKeysWithValues: tool.parameters.filter(\.isRequired).map { parameter in
                    if case .integer = parameter.kind { (parameter.name, 1) } else { (parameter.name, "x") }
                })
            #expect(try tool.command(arguments, target).arguments.contains("--assistant=claude"), "\(tool.name)")
        }
    }

    @Test func `no reading tool can apply, update or trigger`() throws {
        let changing: Set = [
            "--apply", "--update", "retry", "discard", "pause", "resume", "cancel", "reload", "trigger", "rollback",
        ]
        for tool in ServerTool.reading {
            let required = Dictionary(
                uniqueKeysWithValues: tool.parameters.filter(\.isRequired).map { parameter -> (String, JSONValue) in
                    if case .integer = parameter.kind { (parameter.name, 1) } else { (parameter.name, "x") }
                })
            #expect(changing.isDisjoint(with: try tool.command(required, Self.target).arguments), "\(tool.name)")
        }
    }

    @Test func `arguments become options and values`() throws {
        let command = try tool("search").command(
            ["query": "hello there", "limit": 5, "by_relevance": true, "user": .null], Self.target)
        #expect(
            command.arguments == [
                "journal", "search", "--json", "--data=d", "--encryption-key=k", "--by-relevance", "--limit=5", "--",
                "hello there",
            ])
        #expect(
            try tool("next_runs").command(["phrase": "daily"], Self.target).arguments == [
                "schedule", "next", "--json", "--", "daily",
            ])
        #expect(try tool("check").command([:], Self.target).arguments == ["check", "--format=json", "--config=/bot/config.yaml"])
        #expect(
            try tool("bots").command([:], Self.target).arguments
                == ["bots", "list", "--json", "--config=/bot/config.yaml", "--data=d", "--encryption-key=k"])
        #expect(try tool("backtest").command([:], Self.target).arguments.contains("--rules=/bot/config.yaml"))
    }

    @Test(arguments: ["--apply", "-h", "--data=/", "--", "; rm -rf /", "$(id)", "\n", "'"])
    func `a hostile value stays one argument that begins no option`(value: String) throws {
        for tool in Self.all {
            for parameter in tool.parameters where parameter.kind == .text {
                var arguments: [String: JSONValue] = [:]
                for other in tool.parameters where other.isRequired || other.placement == .positional {
                    if case .integer = other.kind { arguments[other.name] = 1 } else { arguments[other.name] = "x" }
                }
                arguments[parameter.name] = .string(value)
                let words = try tool.command(arguments, Self.target).arguments
                switch parameter.placement {
                case .option(let option): #expect(words.filter { $0.contains(value) }.contains("\(option)=\(value)"))
                case .positional:
                    let end = try #require(words.firstIndex(of: "--"))
                    #expect(words[(end + 1)...].contains(value))
                    arguments[parameter.name] = "x"
                    #expect(try words[..<end] == tool.command(arguments, Self.target).arguments[..<end])
                }
            }
        }
    }

    @Test(
        arguments: [
            ("search", ["query": 5], ToolArgumentError.wrongType("query", "a string")),
            ("search", ["query": ""], .wrongLength("query", 1000)),
            ("search", ["query": .string(String(repeating: "x", count: 1001))], .wrongLength("query", 1000)),
            ("search", ["query": "a\0b"], .zeroByte("query")),
            ("search", ["limit": 0], .notAnInteger("limit", 1...200)),
            ("search", ["limit": "5"], .notAnInteger("limit", 1...200)),
            ("search", ["limit": .number(1.5)], .notAnInteger("limit", 1...200)),
            ("search", ["limit": .number(1e300)], .notAnInteger("limit", 1...200)),
            ("search", ["by_relevance": "yes"], .wrongType("by_relevance", "true or false")),
            ("search", ["query": ["a"]], .wrongType("query", "a string")),
            ("explain", [:], .missing("message")), ("explain", ["message": .null], .missing("message")),
            ("status", ["data": "/"], .unknown("data", known: [])), ("rules_diff", ["new": "a"], .missing("old")),
            ("backtest", ["rules": "/etc/passwd"], .notAConfigurationFile("rules")),
        ] as [(String, [String: JSONValue], ToolArgumentError)])
    func `a wrong argument is rejected`(name: String, arguments: [String: JSONValue], error: ToolArgumentError) throws {
        let tool = try tool(name)
        #expect(throws: error) { try tool.command(arguments, Self.target) }
    }

    @Test func `an integer may have a fraction of zero`() throws {
        #expect(try tool("search").command(["limit": .number(5)], Self.target).arguments.contains("--limit=5"))
    }

    @Test func `a file is only accepted within the folder of the configuration`() throws {
        let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: "files-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appending(path: "bot")
        try FileManager.default.createDirectory(at: folder.appending(path: "rules"), withIntermediateDirectories: true)
        for file in ["bot/rules/new.yaml", "secret.yaml", "bot/notes.txt"] { try Data().write(to: root.appending(path: file)) }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link.yaml"), withDestinationURL: root.appending(path: "secret.yaml"))
        let target = CommandTarget(configuration: folder.path + "/config.yaml", data: "d")
        let backtest = try tool("backtest")
        let accepted = try backtest.command(["rules": "rules/new.yaml"], target).arguments
        #expect(accepted.contains("--rules=\(folder.path)/rules/new.yaml"))
        for name in [
            "../secret.yaml", "link.yaml", "notes.txt", "missing.yaml", "rules/../../secret.yaml", root.path + "/secret.yaml",
            "live",
        ] {
            #expect(throws: ToolArgumentError.notAConfigurationFile("rules")) {
                try backtest.command(["rules": .string(name)], target)
            }
        }
    }
}
