/// An executor for a bot's own code.
package protocol BotExecutor: TaskExecutor {
    /// The time for which the bot has not yielded its thread; zero if it has, or if that does not matter.
    var busy: Duration { get }

    /// Lowers the priority of a bot that does not yield, so that it only gets otherwise idle processor time.
    func demote()

    /// Runs synchronous code on the caller's thread.
    func look<Value>(_ look: () -> Value) -> Value
}

/// The executors of bots, and of the application's work on their behalf.
package struct ExecutorProvider: Sendable {
    /// Returns a bot's executor; called once per bot name.
    package var executor: @Sendable (_ bot: String) -> any BotExecutor
    /// The executor of the application's own work, separate from all bots' so that it is neither slowed down by nor blamed for
    /// their code.
    package var application: any TaskExecutor

    package init(
        application: any TaskExecutor = globalConcurrentExecutor, executor: @escaping @Sendable (_ bot: String) -> any BotExecutor
    ) {
        self.executor = executor
        self.application = application
    }
}
