import BotConfiguration
package import BotKit
import ChatModel
package import Foundation
import ProgramBots
package import Storage

/// A bot of this build from the operator's view: its channels, permissions, state and failures.
package struct BotListing: Codable, Sendable, Hashable {
    package struct Option: Codable, Sendable, Hashable {
        package var name: String
        package var `default`: JSONValue
        /// The configured value; nil if the configuration does not set it.
        package var set: JSONValue?
    }

    /// The settings of a bot in a clan that has some of its own.
    package struct Clan: Codable, Sendable, Hashable {
        /// The name that the configuration gives the clan.
        package var clan: String
        package var places: [String]
        package var runsLate: Bool
        package var grants: [String]
        package var options: [Option]
    }

    package struct Command: Codable, Sendable, Hashable {
        package var usage: String
        package var summary: String
    }

    package struct StoredState: Codable, Sendable, Hashable {
        package var values: Int
        package var bytes: Int
        /// The fingerprint of the state type in this build; nil for a bot without state.
        package var fingerprint: String?
        /// The fingerprints of values written by other builds, which the next start migrates.
        package var older: [String]
    }

    package struct Failure: Codable, Sendable, Hashable {
        package var deadLetter: Int64
        package var entry: Int64
        package var at: Date
        package var reason: String
    }

    package var name: String
    package var summary: String
    /// The command line of a bot that is a program; nil for a bot of this build.
    package var program: [String]?
    /// The confinement of the program; nil for a bot of this build.
    package var confinement: String?
    /// A Boolean value that indicates whether the configuration switches it on, if only in one clan.
    package var isOn: Bool
    /// Channels and clans by their configured names, for example `#lab` or `all public channels of lab-clan`.
    package var places: [String]
    /// A Boolean value that indicates whether the bot handles messages sent while the application was offline.
    package var runsLate: Bool
    package var needs: [String]
    /// The permissions that the operator has granted explicitly.
    package var grants: [String]
    /// The hosts that it may read over HTTP.
    package var reads: [String]
    package var options: [Option]
    /// The clans that have settings of their own for it; all else is about the other clans.
    package var clans: [Clan]
    package var commands: [Command]
    package var memory: StoredState
    package var openDeadLetters: Int
    package var lastFailure: Failure?
    /// The reason why the running application has suspended the bot; nil if it has not, or if no application is running.
    package var suspended: String?
}

/// Runtime information about bots, in addition to the configuration.
package struct BotFacts: Sendable {
    package var sizes: [BotStateSize] = []
    /// All stored dead letters, oldest first.
    package var deadLetters: [DeadLetter] = []
    /// The suspended bots of the running application and the reasons, by name.
    package var suspended: [String: String] = [:]

    package init() {}
}

extension CompiledConfiguration {
    /// The bots of a build and the enabled programs, ordered by name, enabled ones first.
    ///
    /// - Throws: Nothing if the configuration was checked with the same registry.
    package func listing(of registry: BotRegistry, _ facts: BotFacts) throws -> [BotListing] {
        let programs = bots.definitions.filter { registry.bot(named: $0.manifest.name) == nil }
        return try (registry.definitions + programs).map { try listing(of: $0, facts) }.sorted {
            ($1.isOn ? 1 : 0, $0.name) < ($0.isOn ? 1 : 0, $1.name)
        }
    }

    private func listing(of bot: BotDefinition, _ facts: BotFacts) throws -> BotListing {
        let name = bot.manifest.name
        let settings =
            bots.definitions.contains { $0.manifest.name == name } ? configuration.enabledBots.first { $0.name == name } : nil
        let options = settings?.config ?? .null
        let clans = try clanListings(of: bot)
        let profile = try bot.profile(options: options)
        let chatPreferences = ChatPreferences(configuration)
        let sizes = facts.sizes.filter { $0.bot == name }
        let deadLetters = facts.deadLetters.filter { $0.bot == name }
        return BotListing(
            name: name, summary: bot.manifest.summary, program: settings?.program?.words,
            confinement: settings?.program.map { _ in programs.confinement.description }, isOn: settings != nil || !clans.isEmpty,
            places: settings.map { places($0.scope) } ?? [],
            runsLate: settings?.late == .run, needs: bot.manifest.needs.map(\.rawValue).sorted(),
            grants: settings?.grants.map(\.word) ?? [],
            reads: settings.map { $0.http.allowed.union($0.http.allowedPrivate).map(\.description).sorted() } ?? [],
            options: profile.options.map { .init(name: $0.name, default: $0.fallback, set: options.object?[$0.name]) },
            clans: clans,
            commands: profile.commands.map {
                .init(usage: $0.usage(chatPreferences), summary: $0.summary.text(in: chatPreferences.language))
            },
            memory: .init(
                values: sizes.reduce(0) { $0 + $1.values }, bytes: sizes.reduce(0) { $0 + $1.bytes },
                fingerprint: profile.fingerprint, older: sizes.compactMap(\.fingerprint).filter { $0 != profile.fingerprint }),
            openDeadLetters: deadLetters.count { $0.state == .open },
            lastFailure: deadLetters.last.map { .init(deadLetter: $0.number, entry: $0.sequence, at: $0.at, reason: $0.reason) },
            suspended: facts.suspended[name])
    }

    /// The clans that have settings of their own for a bot, by their names.
    private func clanListings(of bot: BotDefinition) throws -> [BotListing.Clan] {
        try configuration.clans.compactMap { clan, overrides -> BotListing.Clan? in
            guard overrides.ownBots.contains(bot.manifest.name),
                let own = overrides.enabledBots.first(where: { $0.name == bot.manifest.name })
            else {
                return nil
            }
            return BotListing.Clan(
                clan: name(.clans, clan.rawValue), places: places(own.scope), runsLate: own.late == .run,
                grants: own.grants.map(\.word),
                options: try bot.profile(options: own.config).options.map {
                    .init(name: $0.name, default: $0.fallback, set: own.config.object?[$0.name])
                })
        }
        .sorted { $0.clan < $1.clan }
    }

    private func name(_ kind: NameRegistry.Kind, _ id: Int64) -> String {
        configuration.names.all.first { $0.kind == kind && $0.id == id }?.name ?? "\(id)"
    }

    private func places(_ scope: EnabledBotSettings.Scope) -> [String] {
        guard case .some(let channels, let clans) = scope else { return ["everywhere"] }
        return channels.map { "#" + name(.channels, $0.rawValue) }.sorted()
            + clans.map { "all public channels of " + name(.clans, $0.rawValue) }.sorted()
    }
}

extension DeadLetter {
    /// The name of the bot, for example `kudos` for `bot:kudos`, without the rule that invoked it.
    fileprivate var bot: Substring { author.split(separator: "/").last?.dropFirst("bot:".count) ?? "" }
}
