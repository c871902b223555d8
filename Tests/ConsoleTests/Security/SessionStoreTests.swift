import BotTesting
import ChatModel
import Testing

@testable import Console

struct SessionStoreTests {
    @Test func `an address opens one session`() throws {
        let sessions = SessionStore(time: ManualTime())
        let token = sessions.newAddressToken()
        let session = try #require(sessions.open(with: token.text))
        #expect(sessions.session(session.token.text) == session)
        #expect(sessions.open(with: token.text) == nil)
        #expect(session.token != session.formToken && session.token != token)
    }

    @Test func `an address expires after five minutes`() {
        let time = ManualTime()
        let sessions = SessionStore(time: time)
        let token = sessions.newAddressToken()
        time.advance(by: .seconds(300))
        #expect(sessions.open(with: token.text) == nil)
    }

    @Test func `a session expires after twelve hours`() throws {
        let time = ManualTime()
        let sessions = SessionStore(time: time)
        let session = try #require(sessions.open(with: sessions.newAddressToken().text))
        time.advance(by: .seconds(12 * 3600 - 1))
        #expect(sessions.session(session.token.text) != nil)
        time.advance(by: .seconds(1))
        #expect(sessions.session(session.token.text) == nil)
    }

    @Test func `a closed session is unknown`() throws {
        let sessions = SessionStore(time: ManualTime())
        let session = try #require(sessions.open(with: sessions.newAddressToken().text))
        sessions.close(session)
        #expect(sessions.session(session.token.text) == nil)
    }

    @Test func `of too many sessions and addresses the oldest end`() throws {
        let sessions = SessionStore(time: ManualTime())
        let first = try #require(sessions.open(with: sessions.newAddressToken().text))
        for _ in 0..<SessionStore.maxSessions { _ = sessions.open(with: sessions.newAddressToken().text) }
        #expect(sessions.session(first.token.text) == nil)
        let address = sessions.newAddressToken()
        for _ in 0..<SessionStore.maxAddresses { _ = sessions.newAddressToken() }
        #expect(sessions.open(with: address.text) == nil)
    }
}
