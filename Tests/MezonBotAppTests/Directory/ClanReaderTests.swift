import MezonClient
import Testing

@testable import MezonBotApp

struct ClanReaderTests {
    @Test(arguments: [
        (404, 5, true), (403, 7, true), (501, 12, true), (200, 5, true), (404, 0, true), (403, 0, true), (501, 0, true),
        (500, 13, false), (503, 14, false), (429, 8, false), (401, 16, false), (404, 13, false), (502, 0, false), (400, 0, false),
    ])
    func `only a refusal for good means that the server has no such channel for the bot`(status: Int, code: Int, isFinal: Bool) {
        let error = SessionError.callRefused(call: "ListChannelDetail", status: status, code: code, message: "")
        #expect(error.isWithoutChannel == isFinal)
    }

    @Test func `an unreachable server says nothing about a channel`() {
        #expect(!SessionError.timedOut(after: .seconds(1)).isWithoutChannel)
    }
}
