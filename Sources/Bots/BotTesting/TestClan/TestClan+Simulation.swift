extension TestClan {
    /// Tells a story to new clans under faults that seeds determine, and compares what users see in the end with the same story without
    /// faults.
    ///
    ///     @Test func `kudos are counted once, whatever fails`() async throws {
    ///         try await TestClan.simulate(seeds: 100) {
    ///             try await TestClan(Kudos.self)
    ///         } story: { clan in
    ///             try await clan.user("an").says("*kudos @binh cảm ơn")
    ///             try await clan.user("binh").says("*kudos @an lần nữa")
    ///         }
    ///     }
    ///
    /// Before about half of the actions of users and of the times that pass, a fault is prepared: one of the next requests of the bot
    /// fails (the server is unavailable or limits the rate, the request or its acknowledgement is lost), the process is killed before it
    /// commits one of its next decisions, or it is restarted or killed at once. After each action, the clock advances until what failed
    /// has been repeated; the story without faults gets the same pauses.
    ///
    /// The messages of all channels are compared, in order, with their attachments and reactions, the members with their roles, and the
    /// ephemeral messages. Of these, one that was lost counts as shown: it is not repeated, because nobody can tell whether it has arrived.
    ///
    /// The story decides what it does by nothing but the clan and the clock: what an action returns may differ under faults.
    ///
    /// - Parameters:
    ///   - seeds: The number of seeds.
    ///   - first: The first seed; one that failed reproduces alone with `seeds: 1`.
    ///   - make: Creates a clan, each time with the same bots and rules.
    ///   - story: What users do.
    /// - Throws: `TestClanError.faultChangesOutcome` for the first seed whose outcome differs, also by an error, with as few faults as cause
    ///   it; what the clan or the story throws without faults.
    public static func simulate(
        seeds: Int = 100, from first: UInt64 = 1, _ make: @escaping @Sendable () async throws -> TestClan,
        story: @escaping @Sendable (TestClan) async throws -> Void
    ) async throws {
        try await StorySimulation {
            let clan = try await make()
            return (clan, { try await story(clan) })
        }.run(seeds: seeds, from: first)
    }
}
