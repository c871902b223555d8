/// A bot in a channel's list.
package struct BotParticipant<B: Bot>: Participant {
    package let name: String
    private let bot: B
    private let runsLate: Bool

    init(_ bot: B, runsLate: Bool) {
        self.bot = bot
        self.runsLate = runsLate
        name = "bot:" + B.manifest.name
    }

    package func precheck(_ message: Message, _ context: Context) -> Verdict {
        context.isLate && !runsLate ? .skip("late") : bot.precheck(message)
    }

    package func attendance(at event: Event, _ context: Context) -> Attendance {
        let context = context.forAuthor(name)
        guard case .message(let message) = event else {
            return .deliberating { { try permitted(await bot.notice(event, context)) } }
        }
        return .deliberating {
            let prepared = try await bot.prepare(message, context)
            return { try permitted(await bot.handle(message, prepared, context)) }
        }
    }

    /// An action that the manifest does not name fails the whole answer: half of one would be worse.
    private func permitted(_ actions: [Action]) throws -> [Contribution] {
        if let refused = actions.map(Capability.init(of:)).first(where: { !B.manifest.needs.contains($0) }) {
            throw BotError.notInManifest(refused)
        }
        return actions.isEmpty ? [] : [Contribution(author: name, actions: actions)]
    }
}

package enum BotError: Error, Equatable, CustomStringConvertible {
    case notInManifest(Capability)

    package var description: String {
        switch self {
        case .notInManifest(let capability): "it asked to \(capability.rawValue), which its manifest does not name"
        }
    }
}

extension Bot {
    /// Makes the bot with the operator's options.
    ///
    /// - Throws: `OptionProblem`.
    package static func participant(options: JSONValue, runsLate: Bool) throws -> any Participant {
        BotParticipant(Self(options: try Options.decode(from: options)), runsLate: runsLate)
    }
}
