/// A type that turns messages into actions.
///
/// A bot is a plain `Sendable` struct: its options, a manifest, and the hooks it needs. Every hook has a default implementation,
/// so a bot implements only those it uses. A hook sees the outside world only through its arguments; the same message therefore
/// gives the same actions when it is processed again.
///
///     struct Echo: Bot {
///         static let manifest = Manifest("echo", "Repeats messages.", needs: [.reply])
///         let options: NoOptions
///
///         func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
///             [.reply(Draft(message.text))]
///         }
///     }
///
/// An event that concerns a command, a dialogue or a press of the bot goes there. Any other new message goes through `precheck`,
/// `prepare` and `handle`; the outcome of a web request, tokens and coffees for this account have hooks of their own; any other event
/// goes to `onEvent`. Events of one channel are handled in order, those of different
/// channels concurrently; `State` keeps values between them. If an asynchronous hook throws or exceeds its time limit, its
/// actions and state changes are discarded, and the event becomes a dead letter. Repeated failures suspend the bot.
public protocol Bot: Sendable {
    /// The options that the operator may set in `config.yaml`; `NoOptions` if there are none.
    associatedtype Options: BotOptions = NoOptions
    /// The state that the bot keeps in each scope; `NoState` if it keeps none.
    associatedtype State: BotState = NoState
    /// The settings that the people of a clan may change in chat; `NoSettings` if there are none.
    associatedtype Settings: BotSettings = NoSettings
    /// The value that `prepare` passes to `handle`.
    associatedtype Prepared: Sendable = Void
    /// The context type of this bot's hooks.
    typealias Context = BotContext<Self>

    /// The bot's name, summary and required capabilities.
    static var manifest: Manifest { get }

    /// Creates the bot with the operator's options. An internal struct with no other stored property needs no initializer of its
    /// own.
    init(options: Options)

    /// The commands that users may call by name. A message that names one of them, new or edited, goes to the command and not to
    /// the hooks.
    @CommandBuilder<Self> var commands: [Command<Self>] { get }

    /// The handlers for presses of the bot's own buttons and selects. Such presses do not reach `onEvent`.
    @PressBuilder<Self> var presses: [Press<Self>] { get }

    /// Decides whether a message that names no command is for this bot. Must be pure and fast: it neither waits nor acts, and its
    /// budget is 1 ms. A bot that exceeds it a hundred times in a row is suspended.
    ///
    /// By default, a bot without commands accepts every message. A bot with commands accepts none, so it implements this if it
    /// handles other messages too.
    func precheck(_ message: Message) -> Verdict

    /// Looks up what `handle` needs. The time limit is 250 ms. Changing state throws an error.
    func prepare(_ message: Message, _ context: Context) async throws -> Prepared

    /// Decides how to respond to a message that has passed `precheck`. The time limit is 10 s; then the task is cancelled.
    ///
    /// - Returns: The actions to carry out. If the manifest does not list the capability of one, none is carried out.
    func handle(_ message: Message, _ prepared: Prepared, _ context: Context) async throws -> [Action]

    /// Decides how to respond to any other event: an edit that names no command, a deletion, a reaction, a join, a due job. The
    /// time limit is 10 s.
    func onEvent(_ event: Event, _ context: Context) async throws -> [Action]

    /// Decides how to respond to the outcome of a web request that the bot made. `.reply` and `.editReply` refer to the message
    /// because of which it was made. The time limit is 10 s.
    func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action]

    /// Decides how to respond to tokens that another user has sent to this account. The time limit is 10 s.
    ///
    /// Each transfer is handled once, by the id of its transaction. It belongs to no clan and no channel: `.directMessage` reaches
    /// the sender. Transfers to other accounts go to `onEvent` and are only what the server chose to tell of.
    func tokensReceived(_ transfer: TokenTransfer, _ context: Context) async throws -> [Action]

    /// Decides how to respond to a coffee that another user has given this account. The time limit is 10 s.
    ///
    /// The server reports no transaction with it, and may report the same gift as a transfer of tokens too. Count only one of them.
    func coffeeReceived(_ gift: CoffeeGift, _ context: Context) async throws -> [Action]

    /// Decides how to respond to a member who comes online, goes offline or begins to write. The time limit is 10 s.
    ///
    /// Only the kinds that `activities` of the manifest lists are reported, and few of them: at most 60 in a minute and clan.
    func memberActivity(_ activity: MemberActivity, _ context: Context) async throws -> [Action]
}

extension Bot {
    /// An empty list: by default a bot has no commands.
    public var commands: [Command<Self>] { [] }
    /// An empty list: by default a bot handles no presses.
    public var presses: [Press<Self>] { [] }
    /// Accepts every message if the bot has no commands; otherwise skips messages that name none of them.
    public func precheck(_ message: Message) -> Verdict { commands.isEmpty ? .pass : .skip(Verdict.noCommand) }
    /// Returns no actions.
    public func handle(_ message: Message, _ prepared: Prepared, _ context: Context) async throws -> [Action] { [] }
    /// Returns no actions.
    public func onEvent(_ event: Event, _ context: Context) async throws -> [Action] { [] }
    /// Returns no actions.
    public func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] { [] }
    /// Returns no actions.
    public func memberActivity(_ activity: MemberActivity, _ context: Context) async throws -> [Action] { [] }
    /// Hands the transfer to `onEvent`.
    public func tokensReceived(_ transfer: TokenTransfer, _ context: Context) async throws -> [Action] {
        try await onEvent(.tokenSent(transfer), context)
    }
    /// Hands the gift to `onEvent`.
    public func coffeeReceived(_ gift: CoffeeGift, _ context: Context) async throws -> [Action] {
        try await onEvent(.coffeeGiven(gift), context)
    }
}

extension Bot where Prepared == Void {
    /// Does nothing: `handle` receives `Void`.
    public func prepare(_ message: Message, _ context: Context) async throws {}
}

extension Verdict {
    /// The reason that the default `precheck` gives for a message that names none of the bot's commands.
    package static let noCommand = "none of its commands"
}
