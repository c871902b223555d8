import BotTesting
import ChatModel
import Crypto
import Foundation
import MezonProtocol
import Testing

@testable import MezonTestGateway

@Suite struct TokenLedgerTests {
    private let key = Curve25519.Signing.PrivateKey()
    private let sender = TokenLedger.address(of: .bot)
    private let recipient = TokenLedger.address(of: .guest)

    /// The prover's answer about the key, for an account.
    private func proof(for user: UserID = .bot, in state: inout GatewayState) throws -> (String, String) {
        var generator = SplitMix64(seed: 1)
        let answer = try state.prove(
            [
                "user_id": .integer(user.rawValue),
                "ephemeral_pk": .string(Base58.encode(Array(key.publicKey.rawRepresentation))),
                "address": .string(TokenLedger.address(of: user)), "jwt": .string(""),
            ], isOwn: { _, _ in false }, using: &generator)
        let data = answer.object?["data"]?.object
        return (try #require(data?["proof"]?.string), try #require(data?["public_input"]?.string))
    }

    private func transfer(
        _ amount: String, nonce: Int64, proof: (String, String), signedAmount: String? = nil, recipient: String? = nil
    ) throws -> [String: JSONValue] {
        let recipient = recipient ?? self.recipient
        let text = "0|\(sender)|\(recipient)|\(signedAmount ?? amount)|thanks|\(nonce)|"
        let signature = try key.signature(for: Data(text.utf8))
        let signed =
            #"{"PubKey":"\#(key.publicKey.rawRepresentation.base64EncodedString())","Sig":"\#(signature.base64EncodedString())"}"#
        return [
            "tx_msg": .object([
                "type": .integer(0), "sender": .string(sender), "recipient": .string(recipient), "amount": .string(amount),
                "timestamp": .integer(1), "text_data": .string("thanks"), "nonce": .integer(nonce), "extra_info": .string(""),
                "zk_proof": .string(proof.0), "zk_pub": .string(proof.1),
            ]), "signature": .string(Base58.encode(Array(signed.utf8))),
        ]
    }

    private func ask(_ method: String, _ parameters: [String: JSONValue], in state: inout GatewayState) throws -> [String:
        JSONValue]
    {
        try #require(try state.chain(method, parameters, at: .start).answer.object)
    }

    @Test func `a transfer moves tokens, increments the nonce and is pushed to both accounts`() throws {
        var state = try GatewayState.make()
        let order = try transfer("2000000", nonce: 1, proof: try proof(in: &state))
        let reply = try state.chain("tx.addtx", order, at: .start)
        let hash = try #require(reply.answer.object?["tx_hash"]?.string)
        #expect(reply.answer.object?["ok"] == .bool(true))
        guard case .tokenSentEvent(let event)? = reply.pushes.first?.message else {
            Issue.record("no event was pushed")
            return
        }
        #expect((event.senderID, event.receiverID, event.amount) == (UserID.bot.rawValue, UserID.guest.rawValue, 2))
        #expect((event.note, event.transactionID) == ("thanks", hash))
        #expect(reply.pushes.first?.receivers == [1, 2])
        #expect(try ask("account.getcurrentnonce", ["address": .string(sender)], in: &state)["nonce"] == .integer(1))
        let owned = TokenLedger.initialBalance + 2_000_000
        #expect(try ask("account.getaccount", ["address": .string(recipient)], in: &state)["balance"] == .string("\(owned)"))
        #expect(try ask("tx.gettransactionstatus", ["tx_hash": .string(hash)], in: &state)["status"] == .integer(2))
        #expect(try ask("tx.gettxbyhash", ["tx_hash": .string(hash)], in: &state)["tx"]?.object?["amount"] == .string("2000000"))
        let listed = try state.index(["1337", "transactions"]) { $0 == "wallet_address" ? recipient : nil }
        #expect(listed.object?["meta"]?.object?["total_items"] == .integer(1))
    }

    @Test(arguments: [
        ("0", Int64(1), "invalid amount"), ("-5", 1, "invalid amount"), ("x", 1, "invalid amount"),
        ("99999999999999999999999", 1, "invalid amount"), ("9000000000000000", 1, "insufficient balance"),
        ("1", 0, "invalid nonce: expected 1, got 0"), ("1", 2, "invalid nonce: expected 1, got 2"),
    ])
    func `a transfer with an invalid amount or nonce is refused`(amount: String, nonce: Int64, reason: String) throws {
        var state = try GatewayState.make()
        let order = try transfer(amount, nonce: nonce, proof: try proof(in: &state))
        let answer = try ask("tx.addtx", order, in: &state)
        #expect(answer["ok"] == .bool(false))
        #expect(answer["error"] == .string(reason))
        #expect(state.ledger.transfers.isEmpty)
    }

    @Test func `a transfer is executed once`() throws {
        var state = try GatewayState.make()
        let order = try transfer("1", nonce: 1, proof: try proof(in: &state))
        #expect(try ask("tx.addtx", order, in: &state)["ok"] == .bool(true))
        #expect(try ask("tx.addtx", order, in: &state)["ok"] == .bool(false))
    }

    @Test func `a changed amount, a proof of another account and an unknown proof are refused`() throws {
        var state = try GatewayState.make()
        let own = try proof(in: &state)
        let foreign = try proof(for: .guest, in: &state)
        for order in [
            try transfer("5", nonce: 1, proof: own, signedAmount: "1"), try transfer("5", nonce: 1, proof: foreign),
            try transfer("5", nonce: 1, proof: ("x", "y")),
        ] {
            #expect(try ask("tx.addtx", order, in: &state)["error"] == .string("invalid signature"))
        }
        let order = try transfer("5", nonce: 1, proof: own, recipient: sender)
        #expect(try ask("tx.addtx", order, in: &state)["error"] == .string("invalid address"))
    }

    @Test func `a proof is issued only for the account's own address`() throws {
        var state = try GatewayState.make()
        var generator = SplitMix64(seed: 1)
        let pk = JSONValue.string(Base58.encode(Array(key.publicKey.rawRepresentation)))
        let cases: [[String: JSONValue]] = [
            ["user_id": .integer(UserID.bot.rawValue), "ephemeral_pk": pk, "address": .string(recipient)],
            ["user_id": .integer(7), "ephemeral_pk": pk, "address": .string(sender)],
            ["user_id": .integer(UserID.bot.rawValue), "ephemeral_pk": .string("0"), "address": .string(sender)],
            ["user_id": .integer(UserID.bot.rawValue), "ephemeral_pk": pk, "address": .string(sender), "jwt": .string("a.b.c")],
            [:],
        ]
        for parameters in cases {
            #expect(throws: GatewayRequestError.self) {
                try state.prove(parameters, isOwn: { _, _ in false }, using: &generator)
            }
        }
    }

    @Test(arguments: [
        ("account.getaccount", -32602), ("tx.addtx", -32602), ("tx.gettxbyhash", -32602), ("nothing", -32601), ("", -32601),
    ])
    func `a request without parameters and an unknown method get JSON-RPC's code`(method: String, code: Int64) throws {
        var state = try GatewayState.make()
        let error = #expect(throws: ChainError.self) { try state.chain(method, [:], at: .start) }
        #expect(error?.code == code)
    }

    @Test(arguments: [[], [0], [0, 0, 1], [255, 255], [1, 2, 3, 4, 5]] as [[UInt8]])
    func `base58 decodes its own encoding`(bytes: [UInt8]) {
        #expect(Base58.decode(Base58.encode(bytes)) == bytes)
    }

    @Test func `base58 encodes as Bitcoin does and rejects characters outside its alphabet`() {
        #expect(Base58.encode(Array("Hello World!".utf8)) == "2NEpo7TZRRrLZSi2U")
        #expect(Base58.decode("0OIl") == nil)
        #expect(Base58.decode(String(repeating: "1", count: 1025)) == nil)
    }

    @Test func `the chain is served as JSON-RPC and its indexer by paths`() async throws {
        try await withGateway { _, address in
            let body = #"{"jsonrpc":"2.0","method":"account.getaccount","params":{"address":"\#(sender)"},"id":7}"#
            let answer = try await address.ask("POST", "/mmn-api", Array(body.utf8))
            let json = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))
            #expect(json.object?["id"] == .integer(7))
            #expect(json.object?["result"]?.object?["balance"] == .string("\(TokenLedger.initialBalance)"))
            for (sent, code) in [("x", -32700), ("[]", -32600), (#"{"method":"nothing"}"#, -32601)] as [(String, Int64)] {
                let refusal = try await address.ask("POST", "/mmn-api/", Array(sent.utf8))
                let json = try JSONDecoder().decode(JSONValue.self, from: Data(refusal.body))
                #expect(json.object?["error"]?.object?["code"] == .integer(code))
            }
            let wallet = try await address.ask("GET", "/mmn-api/1337/wallets/\(sender)/detail")
            #expect(wallet.head.hasPrefix("HTTP/1.1 200"))
            #expect(try await address.ask("GET", "/indexer-api/1337/tx/none/detail").head.hasPrefix("HTTP/1.1 404"))
            #expect(try await address.ask("GET", "/mmn-api/1/wallets/\(sender)/detail").head.hasPrefix("HTTP/1.1 404"))
            #expect(try await address.ask("GET", "/zk-api/prove").head.hasPrefix("HTTP/1.1 404"))
        }
    }
}
