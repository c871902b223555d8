/// Reads of what happens in the clan of the event.
extension BotContext {
    /// Returns the voice channels of the event's clan that someone is in, as the server reports them. Those that are private are left
    /// out, unless the event happened there.
    ///
    ///     let rooms = try await context.voiceChannels()
    ///     let room = rooms.first { $0.users.contains(context.user) }
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func voiceChannels() async throws -> [VoiceChannelUsers] {
        let answer = try await invocation.read(.voiceChannels(clan))
        guard case .voiceChannels(let rooms) = answer else { throw ContextReadError(answer) }
        return rooms
    }

    /// Returns the members of the event's clan who are online, as the server reports them; nobody for an event of no clan.
    ///
    ///     let isAnyoneThere = try await !context.onlineMembers().isDisjoint(with: options.moderators)
    ///
    /// The server is asked each time. The bot itself is one of them.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func onlineMembers() async throws -> Set<UserID> {
        let answer = try await invocation.read(.onlineMembers(clan))
        guard case .users(let users) = answer else { throw ContextReadError(answer) }
        return Set(users)
    }

    /// Returns the events of the clan's calendar, as the server lists them. Those of private channels are left out, unless the event
    /// happened there.
    ///
    /// - Throws: `CancellationError`, `ContextReadError`.
    public func clanEvents() async throws -> [ClanEvent] {
        let answer = try await invocation.read(.clanEvents(clan))
        guard case .clanEvents(let events) = answer else { throw ContextReadError(answer) }
        return events
    }
}
