import ChatModel
import Testing

@testable import RuleEngine

struct WindowSubjectTests {
    private struct Place: Hashable {
        var user: UserID
        var channel: ChannelID
        var clan: ClanID
    }

    private static let places = ([0, 5, 6] as [UserID]).flatMap { user in
        ([0, 11, 12] as [ChannelID]).flatMap { channel in
            ([0, 1, 2] as [ClanID]).map { clan in Place(user: user, channel: channel, clan: clan) }
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7] as [UInt8])
    func `subjects are equal where their texts are`(rawValue: UInt8) {
        let scope = SubjectScope(rawValue: rawValue)
        let subjects = Self.places.map { WindowSubject(scope, user: $0.user, channel: $0.channel, clan: $0.clan) }
        let texts = Self.places.map { scope.subject(user: $0.user, channel: $0.channel, clan: $0.clan) }
        for left in subjects.indices {
            #expect(subjects.map { $0 == subjects[left] } == texts.map { $0 == texts[left] })
        }
    }
}
