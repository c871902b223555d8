import ChatModel
import Crypto
import Foundation
import MezonProtocol

/// The token chain behind Mezon's transfers: balances, nonces, proofs and transfers, all in memory.
struct TokenLedger {
    /// The balance of a new account: a million tokens.
    static let initialBalance: UInt64 = 1_000_000 * unitsPerToken
    static let decimals = 6
    static let unitsPerToken: UInt64 = 1_000_000

    /// A transfer as its sender signs it.
    struct Order: Hashable {
        /// 0 for an account with a proof, 1 for a key that is its own address.
        var kind: Int64
        var sender: String
        var recipient: String
        var amount: String
        var timestamp: Int64
        var text: String
        var nonce: Int64
        var extra: String
        var proof: String
        var publicInput: String

        fileprivate var signedBytes: Data {
            Data("\(kind)|\(sender)|\(recipient)|\(amount)|\(text)|\(nonce)|\(extra)".utf8)
        }
    }

    /// An executed transfer.
    struct Transfer: Hashable {
        var hash: String
        var order: Order
        var units: UInt64
        /// The position in the chain, counted from 1: each transfer is a block of its own.
        var slot: Int
        var acceptedAt: Date
    }

    struct OrderError: Error, Hashable {
        var reason: String
    }

    private struct Proof {
        var address: String
        var publicKey: String
        var publicInput: String
    }

    private let limit: Int
    private var accounts: [String: UserID] = [:]
    private var indexedAccounts = 0
    private var balances: [String: UInt64] = [:]
    private var nonces: [String: Int64] = [:]
    private var proofs: [String: Proof] = [:]
    private var proofOrder: [String] = []
    private(set) var transfers: [Transfer] = []
    private var lastSlot = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// The address of an account: the hash of its id.
    static func address(of user: UserID) -> String { Base58.encode(Array(SHA256.hash(data: Data(user.description.utf8)))) }

    static func isAddress(_ text: String) -> Bool { Base58.decode(text)?.count == 32 }

    /// Returns the account with an address.
    mutating func account(at address: String, among users: [UserID: GatewayUser]) -> UserID? {
        if indexedAccounts != users.count {
            accounts = Dictionary(users.keys.map { (Self.address(of: $0), $0) }) { first, _ in first }
            indexedAccounts = users.count
        }
        return accounts[address]
    }

    func nonce(of address: String) -> Int64 { nonces[address] ?? 0 }
    func transfer(_ hash: String) -> Transfer? { transfers.last { $0.hash == hash } }

    mutating func balance(of address: String, among users: [UserID: GatewayUser]) -> UInt64 {
        balances[address] ?? (account(at: address, among: users) == nil ? 0 : Self.initialBalance)
    }

    /// Registers a key that may sign for an account.
    mutating func prove(_ address: String, signsWith publicKey: String, as proof: Secret) -> (proof: String, publicInput: String)
    {
        let input = Base58.encode(Array(SHA256.hash(data: Data("\(address)|\(publicKey)".utf8))))
        proofs[proof.reveal()] = Proof(address: address, publicKey: publicKey, publicInput: input)
        proofOrder.append(proof.reveal())
        if proofOrder.count > limit { proofs[proofOrder.removeFirst()] = nil }
        return (proof.reveal(), input)
    }

    /// Executes a signed order.
    ///
    /// - Throws: `OrderError` for a bad signature, proof, nonce or amount, and if the balance of the sender is too low.
    mutating func execute(_ order: Order, signature: String, among users: [UserID: GatewayUser], at now: Date)
        throws(OrderError) -> Transfer
    {
        guard Self.isAddress(order.sender), Self.isAddress(order.recipient), order.sender != order.recipient else {
            throw OrderError(reason: "invalid address")
        }
        guard order.text.utf8.count <= 1024, order.extra.utf8.count <= 4096 else { throw OrderError(reason: "text too long") }
        guard isSigned(order, signature) else { throw OrderError(reason: "invalid signature") }
        let expected = nonce(of: order.sender) + 1
        guard order.nonce == expected else {
            throw OrderError(reason: "invalid nonce: expected \(expected), got \(order.nonce)")
        }
        return try book(order, signature: signature, among: users, at: now)
    }

    /// Executes an order without a signature, as if its sender had signed it.
    mutating func give(
        _ tokens: Int, note: String, from sender: UserID, to receiver: UserID, among users: [UserID: GatewayUser], at now: Date
    )
        throws(OrderError) -> Transfer
    {
        guard tokens > 0, let units = UInt64(exactly: tokens)?.multipliedReportingOverflow(by: Self.unitsPerToken),
            !units.overflow,
            note.utf8.count <= 1024, sender != receiver
        else { throw OrderError(reason: "invalid amount, note or receiver") }
        let address = Self.address(of: sender)
        let order = Order(
            kind: 0, sender: address, recipient: Self.address(of: receiver), amount: "\(units.partialValue)",
            timestamp: Int64(now.timeIntervalSince1970), text: note, nonce: nonce(of: address) + 1, extra: "", proof: "",
            publicInput: "")
        return try book(order, signature: "", among: users, at: now)
    }

    /// Moves the tokens of a checked order.
    private mutating func book(_ order: Order, signature: String, among users: [UserID: GatewayUser], at now: Date)
        throws(OrderError) -> Transfer
    {
        guard let units = UInt64(order.amount), units > 0 else { throw OrderError(reason: "invalid amount") }
        let available = balance(of: order.sender, among: users)
        let received = balance(of: order.recipient, among: users).addingReportingOverflow(units)
        guard units <= available, !received.overflow else { throw OrderError(reason: "insufficient balance") }
        guard balances.count < limit || (balances[order.sender] != nil && balances[order.recipient] != nil) else {
            throw OrderError(reason: "the chain is full")
        }
        balances[order.sender] = available - units
        balances[order.recipient] = received.partialValue
        nonces[order.sender] = order.nonce
        lastSlot += 1
        let hash = SHA256.hash(data: order.signedBytes + Data(signature.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        let transfer = Transfer(hash: hash, order: order, units: units, slot: lastSlot, acceptedAt: now)
        transfers.append(transfer)
        if transfers.count > limit { transfers.removeFirst() }
        return transfer
    }

    /// Returns a Boolean value that indicates whether an order has a valid signature of a key that may spend the sender's tokens.
    private func isSigned(_ order: Order, _ signature: String) -> Bool {
        guard let bytes = Base58.decode(signature) else { return false }
        switch order.kind {
        case 0:
            guard let proof = proofs[order.proof], proof.address == order.sender, proof.publicInput == order.publicInput,
                let signed = try? JSONDecoder().decode(Signature.self, from: Data(bytes)),
                Base58.encode(signed.publicKey) == proof.publicKey
            else { return false }
            return Self.isValid(signed.signature, of: order, by: signed.publicKey)
        case 1:
            guard let key = Base58.decode(order.sender) else { return false }
            return Self.isValid(Data(bytes), of: order, by: Data(key))
        default: return false
        }
    }

    private static func isValid(_ signature: Data, of order: Order, by key: Data) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
        return key.isValidSignature(signature, for: order.signedBytes)
    }

    private struct Signature: Decodable {
        var publicKey: Data
        var signature: Data

        enum CodingKeys: String, CodingKey {
            case publicKey = "PubKey"
            case signature = "Sig"
        }
    }
}
