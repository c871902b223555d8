import ChatModel
import ConnectorKit
import Testing

struct ExternalUserTests {
    @Test func `an external user has an id of its own that is stable across starts`() {
        let an = UserID(port: "libera", person: "an")
        #expect(an == 8981672140730764257)
        #expect(an.isExternal)
        #expect(an != UserID(port: "libera", person: "binh"))
        #expect(an != UserID(port: "oftc", person: "an"))
        #expect(UserID(port: "a", person: "b c") != UserID(port: "a b", person: "c"))
    }

    @Test func `an external channel has an id that no Mezon channel has`() {
        let room = ChannelID(port: "libera", room: "#swift")
        #expect(room == ChannelID(port: "libera", room: "#swift"))
        #expect(room.isExternal)
        #expect(room != ChannelID(port: "libera", room: "#swifu"))
        #expect(ClanID(port: "libera").isExternal)
        #expect(!ChannelID(1_900_000_000_000_000_011).isExternal)
    }
}
