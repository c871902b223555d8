import BotKit
import ChatModel
import Foundation

/// A bot that is a program: events go to it as lines, and its answers are actions like those of every bot.
///
/// All programs share this type; each has a manifest of its own.
struct ProgramBot: Bot {
    typealias State = ProgramState

    static let manifest = Manifest("program", "A program in another language.", needs: [])
    private static let maxReads = 256  // Of one event: each is a line to the program and back.

    let program: Program
    /// The operator's options, which the program receives with each event.
    let config: JSONValue
    /// The secrets that the program may name in web requests, by name.
    let secrets: [String: Secret]

    init(_ program: Program, config: JSONValue, secrets: [String: Secret]) {
        self.program = program
        self.config = config
        self.secrets = secrets
    }

    /// Never called: a definition creates the bot.
    init(options: NoOptions) { preconditionFailure("a program is created from its configuration") }

    var commands: [Command<Self>] { return program.hello.commands.map(command) }

    func precheck(_ message: Message) -> Verdict { program.hello.receivesMessages ? .pass : .skip(Verdict.noCommand) }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        try await answer(.message(message), .message, nil, context)
    }

    func onEvent(_ event: Event, _ context: Context) async throws -> [Action] {
        guard let kind = ProgramEvent.kind(of: event, for: context.me), program.hello.events?.contains(kind) == true else {
            return []
        }
        return try await answer(event, kind, nil, context)
    }

    func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] {
        try await onEvent(.system(.response(response)), context)
    }

    func memberActivity(_ activity: MemberActivity, _ context: Context) async throws -> [Action] {
        try await onEvent(.system(.activity(activity)), context)
    }

    private func command(_ line: ProgramHello.CommandLine) -> Command<Self> {
        guard let label = line.arguments else {
            return Command(
                line.name, line.summary.en, vi: line.summary.vi, aliases: line.aliases, cooldown: line.cooldown
            ) { context in
                try await answer(to: line.name, nil, context)
            }
        }
        return Command(
            line.name, line.summary.en, vi: line.summary.vi, aliases: line.aliases,
            arguments: [LocalizedText(label, vi: label)], cooldown: line.cooldown
        ) { (context, rest: RemainingText?) in
            try await answer(to: line.name, rest, context)
        }
    }

    private func answer(to command: String, _ rest: RemainingText?, _ context: Context) async throws -> [Action] {
        guard let message = context.message else { return [] }
        var fields: [String: JSONValue] = ["name": .string(command), "text": .string(rest?.text ?? "")]
        if let mentions = rest?.mentions, !mentions.isEmpty { fields["mentions"] = ProgramEvent.json(mentions) }
        let kind: ProgramEvent.Kind = context.isEdit ? .edit : .message
        return try await answer(context.isEdit ? .edit(message) : .message(message), kind, .object(fields), context)
    }

    /// Asks the program until it gives the actions.
    private func answer(
        _ event: Event, _ kind: ProgramEvent.Kind, _ command: JSONValue?, _ context: Context
    ) async throws -> [Action] {
        let request = request(event, kind, command, context)
        let reads = ProgramReads(context: context)
        let actions = ProgramAction(
            channel: context.channel, clan: context.clan, user: context.user, now: context.now, secrets: secrets,
            keep: { try await context.file($0, type: $1, $2) })
        let place = InvocationPlace(clan: context.clan, channel: context.channel)
        return try await program.takeTurn(in: place) { process, turn in
            var line = request
            for _ in 0...Self.maxReads {
                line["turn"] = .integer(Int64(turn))
                let reply = try ProgramReply(try await process.exchange(try JSONText.text(line)), turn: turn)
                switch reply {
                case .actions(let items):
                    do {
                        return try await actions.actions(items)
                    } catch let error as JSONFields.FieldError {
                        throw ProgramError.badAction(error.message)
                    }
                case .read(let kind, let fields): line = try await Self.line { try await reads.answer(kind, fields) }
                case .write(let value, let fields):
                    line = try await Self.line {
                        try await reads.write(value, fields)
                        return .null
                    }
                }
            }
            throw ProgramError.tooManyReads(limit: Self.maxReads)
        }
    }

    /// Returns the line that answers a read. A read that cannot be answered is the program's to handle.
    private static func line(_ read: () async throws -> JSONValue) async throws -> [String: JSONValue] {
        do {
            return ["answer": try await read()]
        } catch let error as JSONFields.FieldError {
            throw ProgramError.badLine(error.message)
        } catch let error as ContextReadError {
            return ["error": .string("\(error)")]
        } catch let error as FileError {
            return ["error": .string("\(error)")]
        } catch let error as HTTPError {
            return ["error": .string("\(error)")]
        } catch let error as StateError {
            return ["error": .string("\(error)")]
        }
    }

    private func request(
        _ event: Event, _ kind: ProgramEvent.Kind, _ command: JSONValue?, _ context: Context
    ) -> [String: JSONValue] {
        var random = context.random
        var fields: [String: JSONValue] = [
            "event": ProgramEvent.json(event, kind, in: context.clan), "now": ProgramEvent.time(context.now),
            "language": .string(context.language.rawValue), "prefix": .string(context.prefix),
            // 53 bits, which every language's numbers hold.
            "random": .integer(Int64(random.next() >> 11)),
        ]
        fields["me"] = ProgramEvent.id(context.me)
        fields["command"] = command
        if config != .null { fields["config"] = config }
        if context.isLate { fields["late"] = true }
        return fields
    }
}
