import ChatModel
import Testing

struct ChannelTests {
    @Test(arguments: [
        (ChannelKind.text, StreamMode.channel), (.app, .channel), (.voice, .channel), (.announcement, .channel),
        (.group, .group), (.direct, .direct), (.thread, .thread), (ChannelKind(rawValue: 99), .channel),
    ])
    func `a channel kind has its stream mode`(kind: ChannelKind, mode: StreamMode) {
        #expect(kind.mode == mode)
    }

    @Test(arguments: [(ClanID(1), false, true), (1, true, false), (0, false, false), (0, true, false)])
    func `only a channel of a clan that is not private is public`(clan: ClanID, isPrivate: Bool, isPublic: Bool) {
        #expect(Channel(id: 1, clan: clan, label: "", isPrivate: isPrivate).isPublic == isPublic)
    }
}
