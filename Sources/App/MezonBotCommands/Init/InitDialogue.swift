import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp

/// The questions of `mezon-bot init`. What the options answer is not asked.
struct InitDialogue {
    /// The answers of the options; nil for those that were not given.
    struct Options {
        var language: String?
        var name: String?
        var gateway: String?
        var clan: String?
        var general: String?
        var moderators: String?
        var rules: String?
    }

    /// The questions that are asked at most about one answer, so that a program at the other end comes to an end.
    private static let maxTries = 20

    let given: Options
    let environment: [String: String]
    /// A Boolean value that indicates whether what is not given is asked; otherwise it takes its default.
    let isAsking: Bool
    let file: String
    let show: (String) -> Void
    private(set) var words = InitWords(language: .en)

    init(given: Options, environment: [String: String], isAsking: Bool, file: String, show: @escaping (String) -> Void) {
        self.given = given
        self.environment = environment
        self.isAsking = isAsking
        self.file = file
        self.show = show
    }

    /// Reads an answer's text; nil if it is not acceptable, in which case the reason is shown.
    private typealias Reading<Value> = (String) -> Result<Value, Rejection>
    private struct Rejection: Error { let reason: String }

    /// Asks and returns the configuration.
    ///
    /// - Parameter next: Returns the next line of input; nil at its end.
    /// - Throws: `CommandError` for an option that is not acceptable, and at the end of input.
    mutating func run(_ next: () async -> String?) async throws -> StarterConfiguration {
        var configuration = StarterConfiguration()
        words = InitWords(language: Self.language(of: environment))
        if isAsking { show(words.introduction(file) + "\n") }
        configuration.language = try await answer(
            "language", given.language, "Language / Ngôn ngữ (en, vi)", default: words.language.rawValue, next, Self.language)
        words = InitWords(language: configuration.language)
        configuration.timeZone = Self.timeZone(of: configuration.language)
        configuration.name = try await answer("name", given.name, words.name, default: StarterConfiguration.defaultName, next) {
            [words] in StarterConfiguration.isName($0) ? .success($0) : .failure(.init(reason: words.badName))
        }
        configuration.gateway = try await answer("gateway", given.gateway, words.gateway, default: "local", next, gateway)
        if configuration.gateway == .local {
            try refuseIdsOfLocalGateway()
            configuration.useLocalGateway()
        } else {
            configuration.clan = try await id("clan", given.clan, words.clan, next).map { ClanID($0) }
            configuration.general = try await id("general", given.general, words.general, next).map { ChannelID($0) }
            configuration.moderators = try await id("moderators", given.moderators, words.moderators, next).map { ChannelID($0) }
        }
        configuration.rules = try await rules(for: configuration, next)
        return configuration
    }

    /// The lines that follow the writing of the file.
    func conclusion(for configuration: StarterConfiguration, config: String) -> String {
        let option = config == "config.yaml" ? "" : " --config '\(config.replacing("'", with: "'\\''"))'"
        return words.conclusion(file: config, option: option, isLocal: configuration.gateway == .local)
    }

    /// Returns the acceptable answer: the option's, that of the user, or the default.
    private func answer<Value>(
        _ option: String, _ given: String?, _ question: String, default standard: String, _ next: () async -> String?,
        _ read: Reading<Value>
    ) async throws -> Value {
        if let text = given ?? (isAsking ? nil : standard) {
            switch read(text.trimmingCharacters(in: .whitespaces)) {
            case .success(let value): return value
            case .failure(let rejection): throw CommandError(.usage, "--\(option): \(rejection.reason)")
            }
        }
        for _ in 0..<Self.maxTries {
            show("\(question)\(standard.isEmpty ? "" : " [\(standard)]"): ")
            guard let line = await next() else {
                show("\n")
                throw CommandError(.failed, words.ended)
            }
            let text = line.trimmingCharacters(in: .whitespaces)
            switch read(text.isEmpty ? standard : text) {
            case .success(let value): return value
            case .failure(let rejection): show("  \(rejection.reason)\n")
            }
        }
        throw CommandError(.failed, words.ended)
    }

    private func id(_ option: String, _ given: String?, _ question: String, _ next: () async -> String?) async throws -> Int64? {
        try await answer(option, given, question, default: "", next) { [words] text in
            if text.isEmpty { return .success(nil) }
            guard text.utf8.count <= 19, text.utf8.allSatisfy({ (48...57).contains($0) }), let id = Int64(text), id > 0 else {
                return .failure(.init(reason: words.badID))
            }
            return .success(id)
        }
    }

    private func refuseIdsOfLocalGateway() throws {
        for (option, value) in [("clan", given.clan), ("general", given.general), ("moderators", given.moderators)] {
            if value != nil {
                throw CommandError(.usage, "--\(option): the local gateway has ids of its own; pass --gateway mezon too")
            }
        }
    }

    private func rules(
        for configuration: StarterConfiguration, _ next: () async -> String?
    ) async throws -> [StarterRule] {
        let possible = StarterRule.allCases.filter { !$0.needsGeneral || configuration.general != nil }
        if isAsking, given.rules == nil {
            show(words.rules + "\n")
            for (index, rule) in possible.enumerated() {
                show("  \(index + 1) \(rule.rawValue): \(rule.summary(configuration.language))\n")
            }
        }
        let standard = possible.filter { $0 == .greeting || $0 == .welcome }.map(\.rawValue).joined(separator: ",")
        return try await answer("rules", given.rules, words.choice, default: standard, next) { [words] text in
            if ["none", "0", "không"].contains(text.lowercased()) { return .success([]) }
            var chosen: Set<StarterRule> = []
            for word in text.split(whereSeparator: { ",; ".contains($0) }).map(String.init) {
                if let number = Int(word), possible.indices.contains(number - 1) {
                    chosen.insert(possible[number - 1])
                } else if let rule = StarterRule(rawValue: word.lowercased()) {
                    guard possible.contains(rule) else { return .failure(.init(reason: words.needsGeneral(rule))) }
                    chosen.insert(rule)
                } else {
                    return .failure(.init(reason: words.unknownRule(word, StarterRule.allCases.map(\.rawValue))))
                }
            }
            return .success(StarterRule.allCases.filter(chosen.contains))
        }
    }

    private static func language(_ text: String) -> Result<AccountSettings.Locale, Rejection> {
        switch text.lowercased() {
        case "en", "english", "1": .success(.en)
        case "vi", "tiếng việt", "vietnamese", "2": .success(.vi)
        default: .failure(.init(reason: "en, vi"))
        }
    }

    private func gateway(_ text: String) -> Result<GatewaySelection, Rejection> {
        switch text.lowercased() {
        case "local", "1": return .success(.local)
        case "mezon", "2": return .success(.mezon)
        default:
            guard let gateway = GatewaySelection(text), text.contains(".") || text.contains(":") else {
                return .failure(.init(reason: words.badGateway))
            }
            if case .remote(let host, _, isSecure: false) = gateway, !LoopbackHost.contains(host) {
                return .failure(.init(reason: words.insecureGateway))
            }
            return .success(gateway)
        }
    }

    /// The language of a terminal.
    private static func language(of environment: [String: String]) -> AccountSettings.Locale {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.filter { !$0.isEmpty }
        return names.first?.lowercased().hasPrefix("vi") == true ? .vi : .en
    }

    /// The time zone of a language where it has one, otherwise that of the machine.
    private static func timeZone(of language: AccountSettings.Locale) -> TimeZone {
        if language == .vi, let zone = TimeZone(identifier: "Asia/Ho_Chi_Minh") { return zone }
        let zone = TimeZone.current
        return zone.identifier.contains("/") && !zone.identifier.hasPrefix("Etc/") ? zone : .gmt
    }
}
