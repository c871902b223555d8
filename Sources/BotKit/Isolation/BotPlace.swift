/// Where a bot's own code runs, between two of its waits.
package protocol BotExecutor: TaskExecutor {
    /// For how long the bot has not let go; zero where it has, or where nothing depends on it.
    var busy: Duration { get }

    /// Leaves to a bot that does not let go only what nobody else wants of the processor.
    func demote()

    /// Runs what does not wait, on the caller's thread.
    func look<Value>(_ look: () -> Value) -> Value
}

/// Where code runs: that of bots, and what the house does for them while they wait.
package struct ExecutorProvider: Sendable {
    /// Of a bot, by its name; asked once for each.
    package var place: @Sendable (_ bot: String) -> any BotExecutor
    /// Apart from every bot's place: the house's code is neither slowed down nor blamed for what a bot's does.
    package var house: any TaskExecutor

    package init(
        house: any TaskExecutor = globalConcurrentExecutor, place: @escaping @Sendable (_ bot: String) -> any BotExecutor
    ) {
        self.place = place
        self.house = house
    }
}
