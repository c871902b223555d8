import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonClient

@Suite struct SessionTests {
    private func session(base: String, api: String, socket: String, user: Int64 = 42, claims: String = "{}") throws -> Session {
        let wire = ApiSession.with {
            $0.token = jwt(claims)
            $0.userID = user
            $0.apiURL = api
            $0.wsURL = socket
        }
        let endpoint = try #require(GatewayEndpoint(base))
        return try Session(wire, base: endpoint, receivedAt: .zero, now: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        ("gw.mezon.ai", "https://api.mezon.ai", "sock.mezon.ai", "https://api.mezon.ai", "wss://sock.mezon.ai"),
        ("gw.mezon.ai", "https://api.mezon.ai", "wss://sock.mezon.ai:99/x", "https://api.mezon.ai", "wss://sock.mezon.ai:99/x"),
        ("gw.mezon.ai", "", "", "https://gw.mezon.ai", "wss://gw.mezon.ai"),
        ("gw.mezon.ai", "api.mezon.ai", "", "https://api.mezon.ai", "wss://api.mezon.ai"),
        ("http://127.0.0.1:1", "", "127.0.0.1:2", "http://127.0.0.1:1", "ws://127.0.0.1:2"),
        ("http://127.0.0.1:1", "http://127.0.0.1:3", "ws://127.0.0.1:2", "http://127.0.0.1:3", "ws://127.0.0.1:2"),
        ("http://127.0.0.1:1", "https://api.mezon.ai", "sock.mezon.ai", "https://api.mezon.ai", "wss://sock.mezon.ai"),
    ])
    func `session URLs are parsed in any form`(base: String, api: String, socket: String, wantedAPI: String, wantedSocket: String)
        throws
    {
        let session = try session(base: base, api: api, socket: socket)
        #expect(session.api.description == wantedAPI)
        #expect(session.socketURL == wantedSocket)
    }

    @Test(arguments: [
        ("gw.mezon.ai", "http://api.mezon.ai", ""), ("gw.mezon.ai", "", "ws://sock.mezon.ai"), ("gw.mezon.ai", "ftp://a", ""),
        ("gw.mezon.ai", "", "not an address"),
    ])
    func `a session without TLS or with an invalid address is rejected`(base: String, api: String, socket: String) {
        #expect(throws: SessionError.self) { try session(base: base, api: api, socket: socket) }
    }

    @Test func `the user id is read from the token when the session lacks it`() throws {
        #expect(try session(base: "a", api: "", socket: "", user: 0, claims: #"{"uid":"77"}"#).userID == 77)
        #expect(throws: SessionError.badResponse("the session has no user")) {
            try session(base: "a", api: "", socket: "", user: 0, claims: #"{"uid":"-1"}"#)
        }
    }

    @Test func `a pushed session replaces only the fields it contains`() throws {
        let old = try session(base: "gw.mezon.ai", api: "https://api.mezon.ai", socket: "sock.mezon.ai")
        let push = ApiSession.with { $0.token = jwt(#"{"iat":0,"exp":7200}"#) }
        let new = try old.replaced(by: push, receivedAt: .seconds(9), now: Date(timeIntervalSince1970: 0))
        #expect(new.token != old.token)
        #expect([new.api.description, new.socketURL] == [old.api.description, old.socketURL])
        #expect(new.userID == old.userID)
        #expect(new.lifetime.end == .seconds(7209))
    }
}
