/// Lets a bot list its commands one after the other.
@resultBuilder
public enum CommandBuilder<B: Bot> {
    public static func buildExpression(_ command: Command<B>) -> [Command<B>] { [command] }
    public static func buildBlock(_ commands: [Command<B>]...) -> [Command<B>] { commands.flatMap(\.self) }
    public static func buildOptional(_ commands: [Command<B>]?) -> [Command<B>] { commands ?? [] }
    public static func buildArray(_ commands: [[Command<B>]]) -> [Command<B>] { commands.flatMap(\.self) }
    public static func buildEither(first commands: [Command<B>]) -> [Command<B>] { commands }
    public static func buildEither(second commands: [Command<B>]) -> [Command<B>] { commands }
}
