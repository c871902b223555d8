/// A result builder for a bot's list of commands.
@resultBuilder
public enum CommandBuilder<B: Bot> {
    /// Adds one command.
    public static func buildExpression(_ command: Command<B>) -> [Command<B>] { [command] }
    /// Joins the commands of a block.
    public static func buildBlock(_ commands: [Command<B>]...) -> [Command<B>] { commands.flatMap(\.self) }
    /// Adds the commands of an `if` without `else`.
    public static func buildOptional(_ commands: [Command<B>]?) -> [Command<B>] { commands ?? [] }
    /// Joins the commands of a `for` loop.
    public static func buildArray(_ commands: [[Command<B>]]) -> [Command<B>] { commands.flatMap(\.self) }
    /// Adds the commands of the first branch.
    public static func buildEither(first commands: [Command<B>]) -> [Command<B>] { commands }
    /// Adds the commands of the second branch.
    public static func buildEither(second commands: [Command<B>]) -> [Command<B>] { commands }
}
