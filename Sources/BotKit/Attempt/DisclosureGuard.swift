import MezonModel

/// Keeps what a bot asks for because of something in a private place of a clan among those who may read that place.
///
/// What a bot says elsewhere may hold what it has read there; nothing tells the two apart.
struct DisclosureGuard: Sendable {
    private let event: Event
    private let clan: ClanID
    private let house: BotRuntime

    init(_ event: Event, _ scene: InvocationContext, _ house: BotRuntime) {
        self.event = event
        clan = scene.clan
        self.house = house
    }

    /// Returns whether an action would be read by people who may not read the event's place.
    func refuses(_ action: Action) -> Bool {
        switch action {
        case .send(_, let destination?): isPrivate && !house.readers.areTheSame(in: event.channel, and: destination)
        // Whoever did it can read the place.
        case .direct(_, let user): isPrivate && (user != event.actor || user.isNone)
        case .resolved(let outgoing): isPrivate && !house.readers.areTheSame(in: event.channel, and: outgoing.channel)
        case .send, .reply, .react, .editReply, .edit, .delete, .whisper, .unreact, .pin, .member, .run, .appoint, .dismiss:
            false
        }
    }

    private var isPrivate: Bool { event.isInPrivatePlace(house.readers, of: clan) }
}
