package import BotKit

/// A bot that counts the messages of a clan and of each member, and says every third number.
package struct CountingBot: Bot {
    package struct State: BotState {
        var messages = 0

        package init() {}
    }

    package static let manifest = Manifest("counting", "Counts messages.", needs: [.reply])

    package init(options: NoOptions) {}

    package func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        func count(_ scope: StateScope) async throws -> Int {
            try await context.state(scope).update { state in
                state.messages += 1
                return state.messages
            }
        }
        let (all, own) = (try await count(.clan), try await count(.member))
        return all.isMultiple(of: 3) ? [.reply("\(all), \(own) of them by you")] : []
    }
}
