import ChatModel
import ConnectorKit
import Testing

struct ExternalUserTests {
    @Test func `an external user has an id of its own that is stable across starts`() {
        let an = UserID(connection: "libera", name: "an")
        #expect(an == 8981672140730764257)
        #expect(an.isExternal)
        #expect(an != UserID(connection: "libera", name: "binh"))
        #expect(an != UserID(connection: "oftc", name: "an"))
        #expect(UserID(connection: "a", name: "b c") != UserID(connection: "a b", name: "c"))
    }

    @Test func `an external channel has an id that no Mezon channel has`() {
        let room = ChannelID(connection: "libera", channel: "#swift")
        #expect(room == ChannelID(connection: "libera", channel: "#swift"))
        #expect(room.isExternal)
        #expect(room != ChannelID(connection: "libera", channel: "#swifu"))
        #expect(ClanID(connection: "libera").isExternal)
        #expect(!ChannelID(1_900_000_000_000_000_011).isExternal)
    }
}
