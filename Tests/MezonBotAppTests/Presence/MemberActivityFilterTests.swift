import BotTesting
import ChatModel
import Foundation
import MezonClient
import Storage
import Testing

@testable import MezonBotApp

/// Chooses among activities of user 1, who is a member of the clans 1 and 2, of user 2, and of the bot.
struct MemberActivityFilterTests {
    private static let me: UserID = 9
    private let testStore: TestStore
    private let start = Date(timeIntervalSince1970: 1_000_000)

    init() async throws {
        testStore = try await TestStore()
        let directory = try testStore.store.directory
        try await directory.remember(
            clans: [Clan(id: 1, name: "a"), Clan(id: 2, name: "b"), Clan(id: 3, name: "c")],
            channels: [Channel(id: 11, clan: 1, label: "a"), Channel(id: 31, clan: 3, label: "b")])
        for clan in [1, 2] as [ClanID] {
            try await directory.finishListing(
                of: clan, members: [Member(clan: clan, user: 1), Member(clan: clan, user: Self.me)], roles: nil)
        }
    }

    private func filter(isObserved: @escaping @Sendable (MemberActivity) -> Bool = { _ in true }) throws -> MemberActivityFilter {
        MemberActivityFilter(me: Self.me, directory: try testStore.store.directory, isObserved: isObserved)
    }

    private func pushed(
        _ kind: MemberActivity.Kind, by user: UserID = 1, in channel: ChannelID = 0, clan: ClanID = 0, session: Int32? = nil,
        after seconds: TimeInterval = 0
    ) -> ReceivedEvent {
        var activity = MemberActivity(kind, of: user, clan: clan, channel: channel, at: start.addingTimeInterval(seconds))
        activity.session = session
        return ReceivedEvent(frame: [1], event: .system(.activity(activity)), receivedAt: activity.at)
    }

    private func activities(_ events: [ReceivedEvent]) throws -> [String] {
        try events.map { event in
            let decoded = try #require(SystemEvent(frame: event.frame))
            #expect(.system(decoded) == event.event)
            return "\(decoded.kind) \(decoded.clan) \(decoded.channel)"
        }
    }

    @Test func `presence is reported in each clan of the member that has a listening bot`() throws {
        var all = try filter()
        #expect(try activities(all.filtered([pushed(.online)])) == ["member-online 1 0", "member-online 2 0"])
        var one = try filter { $0.clan == 2 }
        #expect(try activities(one.filtered([pushed(.online)])) == ["member-online 2 0"])
        #expect(try activities(one.filtered([pushed(.online, by: 2)])) == [])
        #expect(try activities(one.filtered([pushed(.online, by: Self.me)])) == [])
    }

    @Test func `the first and the last connection of a user count`() throws {
        var filter = try filter { $0.clan == 1 }
        func kinds(_ kind: MemberActivity.Kind, _ session: Int32) throws -> Int {
            filter.filtered([pushed(kind, session: session)]).count
        }
        #expect(try [kinds(.online, 1), kinds(.online, 2), kinds(.offline, 1), kinds(.offline, 2)] == [1, 0, 0, 1])
        #expect(try kinds(.offline, 3) == 0)
    }

    @Test func `typing counts once in a while, in the clan to which the channel belongs`() throws {
        var filter = try filter()
        let events = [
            pushed(.typing, in: 11, clan: 2), pushed(.typing, in: 11, after: 29), pushed(.typing, in: 31),
            pushed(.typing, in: 11, after: 30), pushed(.typing, in: 77), pushed(.typing, in: 11, after: 31),
        ]
        #expect(try activities(filter.filtered(events)) == ["member-typing 1 11", "member-typing 3 31", "member-typing 1 11"])
    }

    @Test func `a flood does not fill the journal, and other clans are not affected`() throws {
        var filter = try filter()
        let flood = (100..<1100).map { pushed(.typing, by: UserID($0), in: 11) }
        #expect(filter.filtered(flood).count == MemberActivityFilter.maxPerMinute)
        #expect(filter.filtered([pushed(.typing, in: 31)]).count == 1)
        #expect(filter.filtered([pushed(.typing, in: 11, after: 59)]).isEmpty)
        #expect(filter.filtered([pushed(.typing, in: 11, after: 60)]).count == 1)
    }

    @Test func `other events keep their order`() throws {
        var filter = try filter { _ in false }
        let message = ReceivedEvent(frame: [2], event: .message(.make()), receivedAt: start)
        #expect(filter.filtered([pushed(.online), message, pushed(.typing, in: 11), message]) == [message, message])
    }
}
