/// A bot in a channel's list.
package struct BotParticipant<B: Bot>: Participant {
    package let name: String
    private let bot: B
    private let runsLate: Bool
    private let house: BotHouse

    package init(_ bot: B, runsLate: Bool = false, house: BotHouse) {
        self.bot = bot
        self.runsLate = runsLate
        self.house = house
        name = "bot:" + B.manifest.name
    }

    package func precheck(_ message: Message, _ context: Occasion) -> Verdict {
        context.isLate && !runsLate ? .skip("late") : bot.precheck(message)
    }

    package func attendance(at event: Event, _ context: Occasion) -> Attendance {
        let memory = house.memory(of: B.manifest.name)
        let author = context.asker.isEmpty ? name : "\(context.asker)/\(name)"
        if let known = memory.recall(BotRecord.Name(sequence: context.sequence, author: author)) {
            return .deliberating { { known } }
        }
        let scene = BotScene(event, context, author: author, clan: house.clan)
        let attempt = Attempt(of: B.manifest.name, at: scene, memory: memory, ask: house.ask)
        let context = BotContext<B>(attempt: attempt)
        return .deliberating(
            {
                guard case .message(let message) = event else {
                    return {
                        attempt.startHandling()
                        return try contribution(await bot.notice(event, context))
                    }
                }
                let prepared = try await bot.prepare(message, context)
                return {
                    attempt.startHandling()
                    return try contribution(await bot.handle(message, prepared, context))
                }
            }, end: attempt.end)
    }

    /// An action that the manifest does not name fails the whole answer: half of one would be worse.
    private func contribution(_ actions: [Action]) throws -> [Contribution] {
        if let refused = actions.map(Capability.init(of:)).first(where: { !B.manifest.needs.contains($0) }) {
            throw BotError.notInManifest(refused)
        }
        return actions.isEmpty ? [] : [Contribution(author: name, actions: actions)]
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

    /// The fingerprint of what it remembers, and a check of a stored value of another.
    package static var stateFingerprint: String { State.fingerprint }

    /// What a stored value becomes in this build.
    ///
    /// - Throws: `StateProblem`, and what the bot's migration throws.
    package static func migrated(_ stored: StoredState) throws -> StoredState {
        let state: State = try StateJSON.value(stored)
        return StoredState(fingerprint: State.fingerprint, json: try StateJSON.text(state))
    }
}
