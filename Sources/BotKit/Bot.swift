/// A type that turns messages into actions.
///
/// A bot is a plain `Sendable` struct: its options, a manifest, and the hooks it needs. Every hook has a default, so a bot
/// writes only those it uses. What a hook sees of the world is what it is handed; the same message gives the same actions again.
///
///     struct Echo: Bot {
///         static let manifest = Manifest("echo", "Says your words back.", needs: [.reply])
///         let options: NoOptions
///
///         func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
///             [.reply(Draft(message.text))]
///         }
///     }
public protocol Bot: Sendable {
    /// What the operator may set in `config.yaml`; `NoOptions` for nothing.
    associatedtype Options: BotOptions = NoOptions
    /// What it remembers, in each scope; `NoState` for nothing.
    associatedtype State: BotState = NoState
    /// What `prepare` hands to `handle`.
    associatedtype Prepared: Sendable = Void
    typealias Context = BotContext<Self>

    static var manifest: Manifest { get }

    init(options: Options)

    /// What people may ask for by name. A message that names one of them, and an edited one, goes to the command and not to the
    /// hooks.
    @CommandBuilder<Self> var commands: [Command<Self>] { get }

    /// What becomes of presses of its own buttons and selects. Such a press goes nowhere else.
    @PressBuilder<Self> var presses: [Press<Self>] { get }

    /// Looks at a message and says whether it is for this bot. Pure and quick: it neither waits nor acts; 1 ms is its budget.
    /// Without it a bot that has commands sees no other messages.
    func precheck(_ message: Message) -> Verdict

    /// Looks up what `handle` will need, and changes nothing. It has 250 ms.
    func prepare(_ message: Message, _ context: Context) async throws -> Prepared

    /// Decides what to do about a message. It has 10 s and is cancelled then; one that throws yields nothing.
    func handle(_ message: Message, _ prepared: Prepared, _ context: Context) async throws -> [Action]

    /// Decides what to do about anything that is not a new message: an edit, a delete, a reaction, a join, a button.
    func notice(_ event: Event, _ context: Context) async throws -> [Action]
}

extension Bot {
    public var commands: [Command<Self>] { [] }
    public var presses: [Press<Self>] { [] }
    public func precheck(_ message: Message) -> Verdict { commands.isEmpty ? .pass : .skip(Verdict.noCommand) }
    public func handle(_ message: Message, _ prepared: Prepared, _ context: Context) async throws -> [Action] { [] }
    public func notice(_ event: Event, _ context: Context) async throws -> [Action] { [] }
}

extension Bot where Prepared == Void {
    public func prepare(_ message: Message, _ context: Context) async throws {}
}

extension Verdict {
    /// Why a bot with commands leaves a message alone, which most do with most.
    package static let noCommand = "none of its commands"
}
