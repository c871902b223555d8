import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import SwiftProtobuf

@testable import MezonTestGateway

/// Runs a test with a gateway on a free port.
func withGateway(
    _ configuration: GatewayConfiguration = GatewayConfiguration(),
    time: any TimeSource = ManualTime(now: Date(timeIntervalSince1970: 1_800_000_000)),
    _ test: (MezonTestGateway, GatewayAddress) async throws -> Void
) async throws {
    let gateway = try MezonTestGateway(
        configuration: configuration, time: time, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let address = try await gateway.start()
    do { try await test(gateway, address) } catch {
        await gateway.shutdown()
        throw error
    }
    await gateway.shutdown()
}

extension MezonTestGateway {
    func named(_ name: String) throws -> GatewayAccount {
        guard let account = accounts.first(where: { $0.name == name }) else { throw Missing() }
        return account
    }
}

extension GatewayAddress {
    /// Sends one request over a new connection.
    func ask(
        _ method: String, _ path: String, _ body: [UInt8] = [], headers: [String] = [], host: String = "localhost"
    ) async throws -> (head: String, body: [UInt8]) {
        let connection = try await TestConnection(self)
        let head = ["\(method) \(path) HTTP/1.1", "Host: \(host)", "Content-Length: \(body.count)"] + headers
        try await connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        let answer = try await connection.readAnswer()
        try await connection.close()
        return answer
    }

    func login(_ account: GatewayAccount, headers: [String] = []) async throws -> ApiSession {
        let body = #"{"account":{"appid":"\#(account.appID)","token":"\#(account.token.reveal())"}}"#
        let answer = try await ask("POST", "/v2/apps/authenticate/token", Array(body.utf8), headers: headers)
        guard answer.head.hasPrefix("HTTP/1.1 200") else { throw Missing() }
        return try ApiSession(serializedBytes: answer.body)
    }

    func upgrade(_ token: String, headers: [String] = []) async throws -> (TestConnection, head: String) {
        let connection = try await TestConnection(self)
        try await connection.send(Self.upgradeRequest(token, headers))
        return (connection, try await connection.readAnswer().head)
    }

    static func upgradeRequest(_ token: String, _ headers: [String] = []) -> String {
        let head =
            [
                "GET /ws?lang=en&status=true&token=\(token)&format=protobuf HTTP/1.1", "Host: localhost", "Connection: Upgrade",
                "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ] + headers
        return head.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Logs in and returns a socket that has joined the lab and its conversations.
    func join(_ account: GatewayAccount) async throws -> TestConnection {
        let (connection, _) = try await upgrade(try await login(account).token)
        for clan in [ClanID.lab, 0] {
            var join = RtClanJoin()
            join.clanID = clan.rawValue
            try await connection.send(.clanJoin(join))
            _ = try await connection.readEnvelope()
        }
        return connection
    }
}
