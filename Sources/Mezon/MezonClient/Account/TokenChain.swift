import ChatModel
import Crypto
import Foundation
import MezonProtocol

/// A transfer that the chain's index lists.
struct ChainTransfer: Hashable, Sendable {
    var nonce: Int64
    var tokens: Int
    var at: Date
    /// The application's own id of the order; empty for an order of another program.
    var key: String

    static let unitsPerToken: UInt64 = 1_000_000

    /// Returns nil for a value that is no transfer.
    init?(_ value: JSONValue) {
        guard let fields = value.object, let nonce = fields["nonce"]?.integer,
            let units = fields["value"]?.string.flatMap(UInt64.init),
            let timestamp = (fields["block_timestamp"] ?? fields["transaction_timestamp"])?.integer
        else { return nil }
        self.nonce = nonce
        tokens = Int(clamping: (units / Self.unitsPerToken) + (units % Self.unitsPerToken == 0 ? 0 : 1))
        // Some timestamps of the chain count seconds, others milliseconds.
        at = Date(timeIntervalSince1970: timestamp > 100_000_000_000 ? Double(timestamp) / 1000 : Double(timestamp))
        let extra = fields["extra_info"]?.string.flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        key = extra?.object?["ExtraAttribute"]?.string ?? ""
    }
}

/// An order on the chain as it is signed.
struct ChainOrder: Hashable, Sendable {
    var sender: UserID
    var receiver: UserID
    var tokens: Int
    var note: String
    /// The coffee that the order pays for; nil for a transfer.
    var coffee: CoffeeOrder?
    var key: String
    var nonce: Int64
    var at: Date

    /// The address of an account: the hash of its id.
    static func address(of user: UserID) -> String { Base58.encode(Array(SHA256.hash(data: Data(user.description.utf8)))) }

    /// The parameters of the call that adds it to the chain.
    func signed(with key: ChainKey) throws -> JSONValue {
        let amount = "\(UInt64(max(0, tokens)) * ChainTransfer.unitsPerToken)"
        let (from, to) = (Self.address(of: sender), Self.address(of: receiver))
        var fields: [String: JSONValue] = [
            "type": .string(coffee == nil ? "transfer_token" : "give_coffee"), "UserSenderId": .string("\(sender)"),
            "UserSenderUsername": .string(""), "UserReceiverId": .string("\(receiver)"), "ExtraAttribute": .string(self.key),
        ]
        if let coffee {
            fields["ChannelId"] = .string("\(coffee.channel)")
            fields["ClanId"] = .string("\(coffee.clan)")
            fields["MessageRefId"] = .string("\(coffee.message)")
        }
        let extra = try JSONText.text(JSONValue.object(fields))
        let signature = try key.pair.signature(for: Data("0|\(from)|\(to)|\(amount)|\(note)|\(nonce)|\(extra)".utf8))
        let proof = JSONValue.object([
            "PubKey": .string(key.pair.publicKey.rawRepresentation.base64EncodedString()),
            "Sig": .string(signature.base64EncodedString()),
        ])
        return .object([
            "tx_msg": .object([
                "type": .integer(0), "sender": .string(from), "recipient": .string(to), "amount": .string(amount),
                "timestamp": .integer(Int64(at.timeIntervalSince1970 * 1000)), "text_data": .string(note),
                "nonce": .integer(nonce),
                "extra_info": .string(extra), "zk_proof": .string(key.proof), "zk_pub": .string(key.publicInput),
            ]),
            "signature": .string(Base58.encode(Array(try JSONText.text(proof).utf8))),
        ])
    }
}

/// A key that may sign for an account, with the prover's word for it.
struct ChainKey: Sendable {
    var pair: Curve25519.Signing.PrivateKey
    var proof: String
    var publicInput: String

    /// The key as the prover expects it.
    static func address(of pair: Curve25519.Signing.PrivateKey) -> String {
        Base58.encode(Array(pair.publicKey.rawRepresentation))
    }
}
