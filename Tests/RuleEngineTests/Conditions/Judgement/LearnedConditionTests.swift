import BotConfiguration
import ChatModel
import Testing
import TextClassification

@testable import RuleEngine

struct LearnedConditionTests {
    private static let spam: String = {
        let first = ["free nitro", "claim your prize", "earn cash", "win money", "nhận quà", "cheap followers"]
        let second = ["click gift.example", "join now", "today only", "inbox me", "vào ngay"]
        let third = ["hi all", "who is here", "the build is red", "tối nay họp", "lunch at noon", "see you"]
        let fourth = ["please", "thanks", "at home", "nhé", "on Friday"]
        func texts(_ left: [String], _ right: [String], _ isBad: Bool) -> [TrainingText] {
            left.flatMap { a in right.map { TrainingText("\(a) \($0)", isBad: isBad) } }
        }
        return (try? ClassifierTraining(texts(first, second, true) + texts(third, fourth, false)).run().classifier.file) ?? ""
    }()

    /// A model without weights that was measured well or badly.
    private static func measured(texts: Int = 1000, bad: Int = 100, at points: String) -> String {
        "mezon-bot-model 1\ntexts \(texts)\nbad \(bad)\nslope 0.0\noffset 0.0\n\(points)\nweights 0\n"
    }

    private func compile(_ rule: String, names: String = "", model: String = Self.spam) -> (
        set: RuleSet?, diagnostics: [Diagnostic]
    ) {
        let config = "version: 1\n\(names)models: { spam: { file: spam.model } }\nrules:\n\(rule)"
        let loaded = ConfigurationLoader(environment: [:]).load(
            texts: ["config.yaml": config, "spam.model": model], root: "config.yaml")
        guard let configuration = loaded.configuration else { return (nil, loaded.diagnostics) }
        let (set, diagnostics) = RuleCompiler(configuration).compile()
        return (set, loaded.diagnostics + diagnostics + configuration.unused)
    }

    private func rule(_ probability: String = ">= 0.8", mode: String = "shadow") -> String {
        """
          - id: learned
            trigger: message
            mode: \(mode)
            when: { learned: { model: spam, probability: "\(probability)" } }
            then: [delete]
        """
    }

    @Test func `a trained condition finds texts like the bad ones and names their words`() throws {
        let set = try #require(compile(rule()).set)
        let texts = [
            LabelledText(line: 1, text: "free nitro for you, click", isBad: true),
            LabelledText(line: 2, text: "who brings lunch on Friday", isBad: false),
            LabelledText(line: 3, text: "claim your prize nhé", isBad: false),
        ]
        let score = set.score(texts, rules: ["learned"], worst: 5)
        #expect(score.truePositives == 1)
        #expect(score.falseNegatives == 0)
        let reason = try #require(score.worstHits.first?.reason)
        #expect(reason.hasPrefix("learned.probability 0."))
        #expect(reason.contains("'prize' +") && reason.contains("against it 'nhé' -"), "\(reason)")
    }

    @Test func `a message without text is never found`() throws {
        let set = try #require(compile(rule(">= 0")).set)
        #expect(set.score([LabelledText(line: 1, text: " ", isBad: false)], rules: ["learned"], worst: 1).falsePositives == 0)
    }

    @Test func `the probability is available to templates and to scores`() throws {
        let rule = """
              - id: learned
                trigger: message
                when: { score: { of: [{ points: 3, when: { learned: { model: spam, probability: "> 0.5" } } }], total: "> 2" } }
                then: { reply: "{{ match.score }}" }
                tests:
                  - { name: a, given: { text: free nitro join now }, expect: { hit: true, because: score.total } }
            """
        let (set, diagnostics) = compile(rule)
        #expect(diagnostics.isEmpty)
        #expect(set?.failedTests().isEmpty == true)
    }

    @Test func `a malformed model is an error at its line`() {
        let diagnostics = compile(rule(), model: Self.spam.replacing("slope", with: "steep")).diagnostics
        #expect(diagnostics.map { "\($0.position.file):\($0.position.line) \($0.code)" } == ["spam.model:4 bad-model"])
        let command = "mezon-bot rules learn --spam FILE --ham FILE --output spam.model --force"
        #expect(diagnostics.first?.suggestion == "train it again: \(command)")
    }

    @Test func `a damaged model keeps its lists in the command that trains it again`() {
        let model = Self.spam.replacing("\nat 0.05", with: "\nlist rude 1f 2.0\nlist gone 1f 2.0\nat 0.05").dropLast(20)
        let diagnostics = compile(rule(), names: "lists: { rude: { words: [a1] } }\n", model: String(model)).diagnostics
        #expect(diagnostics.first?.code == "bad-model")
        #expect(diagnostics.first?.suggestion?.hasSuffix("--ham FILE --list rude --output spam.model --force") == true)
    }

    @Test(arguments: [
        ("config.yaml", "models/a.model", "--output models/a.model"), ("bot.yaml", "it's a.model", "--output 'it'\\''s a.model'"),
    ])
    func `a model that is not trained yet is reported with the command that trains it`(
        root: String, file: String, option: String
    ) {
        let config = "version: 1\nmodels: { a: { file: \"\(file)\" } }\nrules: []\n"
        let loaded = ConfigurationLoader(environment: [:]).load(texts: [root: config], root: root)
        #expect(loaded.diagnostics.map(\.code) == ["missing-file"])
        #expect(
            loaded.diagnostics.first?.suggestion == "train it: mezon-bot rules learn --spam FILE --ham FILE \(option)")
    }

    /// Compiles a rule with a model that weighs a list of words.
    private func compile(list: String, trainedWith trained: String) -> (set: RuleSet?, diagnostics: [Diagnostic]) {
        func configuration(_ list: String, _ model: String, _ rules: String) -> LoadedConfiguration {
            ConfigurationLoader(environment: [:]).load(
                texts: [
                    "config.yaml":
                        "version: 1\nlists: { rude: \(list) }\n\(model)rules:\n\(rules)",
                    "spam.model":
                        "mezon-bot-model 1\ntexts 1000\nbad 100\nslope 0.0\noffset -3.0\nlist rude \(fingerprint) 5.0\nweights 0\n",
                ], root: "config.yaml")
        }
        var fingerprint = ""
        fingerprint = configuration(trained, "", "  []\n").configuration?.lists.all.first?.fingerprint ?? ""
        let loaded = configuration(list, "models: { spam: { file: spam.model } }\n", rule())
        guard let configuration = loaded.configuration else { return (nil, loaded.diagnostics) }
        let (set, diagnostics) = RuleCompiler(configuration).compile()
        return (set, loaded.diagnostics + diagnostics + configuration.unused)
    }

    @Test func `a list that the model weighs decides as in_list finds it and is named`() throws {
        let list = "{ words: [đồ ngốc, dumb*], fold: [case, leet], allow: [dumbbell] }"
        let (compiled, diagnostics) = compile(list: list, trainedWith: list)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        let set = try #require(compiled)
        let texts = ["ĐỒ NGỐC", "you are dumber", "dum8 luck", "a dumbbell", "hello"]
        let score = set.score(
            texts.enumerated().map { LabelledText(line: $0.offset + 1, text: $0.element, isBad: false) }, rules: ["learned"],
            worst: 9)
        #expect(score.worstHits.map(\.line).sorted() == [1, 2, 3])
        #expect(score.worstHits.first?.reason?.hasSuffix("(the list 'rude' +5.0)") == true, "\(score.worstHits)")
    }

    @Test(
        arguments: [
            ("{ words: [a1, b2] }", "{ words: [b2, a1] }", nil),
            ("{ words: [a1, b2] }", "{ words: [a1] }", "list-changed"),
            ("{ words: [a1], fold: [case] }", "{ words: [a1] }", "list-changed"),
            ("{ words: [a1], allow: [xa1x] }", "{ words: [a1] }", "list-changed"),
            ("{ domains: [a1.example] }", "{ words: [a1] }", "missing-list"),
        ])
    func `a list that is not as the model knows it is reported`(list: String, trained: String, code: String?) {
        let diagnostics = compile(list: list, trainedWith: trained).diagnostics
        #expect(diagnostics.map(\.code) == [code].compactMap(\.self), "\(diagnostics)")
        let options = code == "missing-list" ? "--ham FILE --output" : "--ham FILE --list rude --output"
        #expect(diagnostics.allSatisfy { $0.suggestion?.contains("\(options) spam.model --force") == true }, "\(diagnostics)")
    }

    @Test(arguments: ["", "names: { channels: { rude: \"14\" } }\n", "lists: { rode: { words: [a1] } }\n"])
    func `a list that is missing is an error of the model`(names: String) throws {
        let model = Self.spam.replacing("\nat 0.05", with: "\nlist rude 1f 2.0\nat 0.05")
        let error = try #require(compile(rule(), names: names, model: model).diagnostics.first)
        #expect(error.code == "missing-list")
        #expect(error.message == "the model weighs the list 'rude', and the configuration has no such list")
    }

    @Test func `the command that trains a model without its missing lists keeps those that are there`() {
        let lists = ["gone", "rude", "lost"].map { "\nlist \($0) 1f 2.0" }.joined()
        let model = Self.spam.replacing("\nat 0.05", with: "\(lists)\nat 0.05")
        let diagnostics = compile(rule(), names: "lists: { rude: { words: [a1] } }\n", model: model).diagnostics
        #expect(diagnostics.map(\.code) == ["missing-list", "list-changed", "missing-list"])
        #expect(diagnostics.allSatisfy { $0.suggestion?.contains("--ham FILE --list rude --output spam.model") == true })
    }

    @Test func `the lists of another configuration are named with it`() {
        let texts = [
            "bot.yaml": "version: 1\nlists: { rude: { words: [a1] } }\nmodels: { spam: { file: spam.model } }\nrules: []\n",
            "spam.model": Self.spam.replacing("\nat 0.05", with: "\nlist rude 1f 2.0\nat 0.05"),
        ]
        let loaded = ConfigurationLoader(environment: [:]).load(texts: texts, root: "bot.yaml")
        #expect(loaded.diagnostics.map(\.code) == ["list-changed"])
        #expect(loaded.diagnostics.first?.suggestion?.contains("--list rude --config bot.yaml --output") == true)
    }

    @Test func `an unknown model is an error that names the known ones`() {
        let diagnostics = compile(rule().replacing("model: spam", with: "model: spma")).diagnostics
        #expect(diagnostics.first?.code == "unknown-model")
        #expect(diagnostics.first?.suggestion?.contains("spam") == true)
    }

    @Test(
        arguments: [
            ("at 0.8 60 10", ">= 0.8", "only 0.86 of the texts found at 0.8 are bad"),
            ("at 0.8 60 10\nat 0.9 50 0", ">= 0.8", "write probability: \">= 0.9\", or mode: shadow"),
            ("at 0.8 60 1", ">= 0.5", "the precision at 0.5 was not measured"),
            ("at 0.8 60 1", "> 0.85", nil),
            ("at 0.8 60 10", "< 0.1", nil),
        ])
    func `an enforced rule needs a model whose precision is shown`(points: String, probability: String, doubt: String?) {
        let diagnostics = compile(rule(probability, mode: "enforce"), model: Self.measured(at: points)).diagnostics
        let found = diagnostics.first { $0.code == "unproven-model" }
        #expect((found == nil) == (doubt == nil))
        let advice = "\(found?.message ?? "") \(found?.suggestion ?? "")"
        #expect(advice.contains(doubt ?? " "))
        let shadow = compile(rule(probability), model: Self.measured(at: points)).diagnostics
        #expect(!shadow.contains { $0.code == "unproven-model" })
    }

    @Test func `a rule that asks moderators first needs no proof`() {
        let asking = rule(mode: "enforce").replacing(
            "then: [delete]", with: "then: [{ ask: { by_role: staff, channel: log, approve: [delete] } }]")
        let names = "names: { clans: { lab: \"1\" }, roles: { staff: \"21\" }, channels: { log: \"14\" } }\n"
        let diagnostics = compile(asking, names: names, model: Self.measured(at: "at 0.8 1 9")).diagnostics
        #expect(!diagnostics.contains { $0.severity == .error || $0.code == "unproven-model" }, "\(diagnostics)")
    }

    @Test func `few texts show no precision`() {
        let model = Self.measured(texts: 100, bad: 40, at: "at 0.8 30 0")
        let diagnostics = compile(rule(mode: "enforce"), model: model).diagnostics
        #expect(diagnostics.contains { $0.code == "unproven-model" && $0.message.contains("only 40 bad and 60 clean texts") })
    }

    @Test func `another model is another revision`() {
        func version(_ model: String) -> String { RevisionID.of(["config.yaml": rule(), "spam.model": model]) }
        #expect(version(Self.spam) != version(Self.measured(at: "at 0.5 1 1")))
    }
}
