import MezonModel
import Relay
import Testing

struct ExternalUserTests {
    @Test func `somebody of another network has an id of their own, the same at each start`() {
        let an = UserID(port: "libera", person: "an")
        #expect(an == 8981672140730764257)
        #expect(an.isForeign)
        #expect(an != UserID(port: "libera", person: "binh"))
        #expect(an != UserID(port: "oftc", person: "an"))
        #expect(UserID(port: "a", person: "b c") != UserID(port: "a b", person: "c"))
    }

    @Test func `a room has an id of its own, and Mezon's ids are none of them`() {
        let room = ChannelID(port: "libera", room: "#swift")
        #expect(room == ChannelID(port: "libera", room: "#swift"))
        #expect(room.isForeign)
        #expect(room != ChannelID(port: "libera", room: "#swifu"))
        #expect(ClanID(port: "libera").isForeign)
        #expect(!ChannelID(1_900_000_000_000_000_011).isForeign)
    }
}
