/// A bot in a channel's list.
package struct BotParticipant<B: Bot>: Participant {
    package let name: String
    private let bot: B
    private let runsLate: Bool
    private let house: BotHouse
    private let commands: CommandTable<B>

    package init(_ bot: B, runsLate: Bool = false, house: BotHouse) {
        self.bot = bot
        self.runsLate = runsLate
        self.house = house
        commands = CommandTable(bot.commands, prefix: house.manners.prefix)
        name = "bot:" + B.manifest.name
    }

    package func precheck(_ message: Message, _ context: Occasion) -> Verdict {
        // A rule that hands it a late message has decided that for itself.
        if context.isLate, !runsLate, context.asker.isEmpty { return .skip("late") }
        guard commands.match(message) == nil else { return .pass }
        return house.room(of: B.manifest.name).precheck { bot.precheck(message) }
    }

    package func attendance(at event: Event, _ context: Occasion) -> Attendance {
        let room = house.room(of: B.manifest.name)
        let author = context.asker.isEmpty ? name : "\(context.asker)/\(name)"
        let recordName = BotRecord.Name(sequence: context.sequence, author: author)
        if let known = room.memory.recall(recordName) { return .deliberating { { known } } }
        if let reason = room.refusal(of: recordName) { return .absent(reason) }
        let scene = BotScene(event, context, author: author, house)
        let attempt = Attempt(of: B.manifest.name, at: scene, memory: room.memory, ask: house.ask)
        let watch = room.begin(recordName)
        let context = BotContext<B>(attempt: attempt)
        let command = command(in: event, context)
        return .deliberating(
            {
                if let command {
                    return {
                        attempt.startHandling()
                        return try contribution(try await room.run(watch) { try await command.outcome(of: event) })
                    }
                }
                guard case .message(let message) = event else {
                    return {
                        attempt.startHandling()
                        return try contribution(try await room.run(watch) { try await bot.notice(event, context) })
                    }
                }
                let prepared = try await room.run(watch) { try await bot.prepare(message, context) }
                return {
                    attempt.startHandling()
                    return try contribution(try await room.run(watch) { try await bot.handle(message, prepared, context) })
                }
            },
            end: { result in
                switch result {
                case .success(let contributions):
                    attempt.end(contributions)
                    room.end(watch, failure: nil)
                case .failure(let error):
                    attempt.end(nil)
                    room.end(watch, failure: "\(error)")
                }
            })
    }

    /// The command that a message gives, or gave before it was changed.
    private func command(in event: Event, _ context: BotContext<B>) -> CommandRun<B>? {
        switch event {
        case .message(let message), .edit(let message):
            commands.match(message).map { CommandRun(match: $0, message: message, context: context, manners: house.manners) }
        default: nil
        }
    }

    private func contribution(_ outcome: CommandOutcome) throws -> [Contribution] {
        if !outcome.isOfHouse { try check(outcome.actions) }
        return outcome.actions.isEmpty ? [] : [Contribution(author: name, actions: outcome.actions, reason: outcome.reason)]
    }

    private func contribution(_ actions: [Action]) throws -> [Contribution] {
        try check(actions)
        return actions.isEmpty ? [] : [Contribution(author: name, actions: actions)]
    }

    /// An action that the manifest does not name fails the whole answer: half of one would be worse.
    private func check(_ actions: [Action]) throws {
        if let refused = actions.map(Capability.init(of:)).first(where: { !B.manifest.needs.contains($0) }) {
            throw BotError.notInManifest(refused)
        }
    }
}

package enum BotError: Error, Equatable, CustomStringConvertible {
    case notInManifest(Capability)
    case onlyReads

    package var description: String {
        switch self {
        case .notInManifest(let capability): "it asked to \(capability.rawValue), which its manifest does not name"
        case .onlyReads: "prepare only reads: change state in handle"
        }
    }
}

extension BotParticipant: Offering {
    package var offer: Offer {
        Offer(bot: B.manifest.name, summary: B.manifest.summary, commands: commands.commands.map(\.profile))
    }
}

/// A bot with its options, before there is a house to put it into.
package typealias BotMaker = @Sendable (BotHouse) -> any Participant

extension Bot {
    /// Makes the bot with the operator's options.
    ///
    /// - Throws: `OptionProblem`.
    package static func maker(options: JSONValue, runsLate: Bool) throws -> BotMaker {
        let bot = Self(options: try Options.decode(from: options))
        return { BotParticipant(bot, runsLate: runsLate, house: $0) }
    }

    /// The fingerprint of what it remembers.
    package static var stateFingerprint: String { State.fingerprint }

    /// What a stored value becomes in this build.
    ///
    /// - Throws: `StateProblem`, also where the value has the type's fingerprint and would lose something all the same, deep within a
    ///   list; and what the bot's migration throws.
    package static func migrated(_ stored: StoredState) throws -> StoredState {
        let state: State = try StateJSON.value(stored)
        let new = StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
        guard stored.fingerprint == new.fingerprint, stored.json != new.json else { return new }
        let lost = StateJSON.lost(from: try StateJSON.tree(of: stored.json), to: try StateJSON.tree(of: new.json))
        guard lost.isEmpty else { throw StateProblem.lost(lost) }
        return new
    }
}
