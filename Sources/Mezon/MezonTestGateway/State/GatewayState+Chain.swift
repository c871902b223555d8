import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// A refused JSON-RPC request, by JSON-RPC's own codes.
struct ChainError: Error, Hashable {
    var code: Int64
    var message: String

    static let notARequest = ChainError(code: -32600, message: "Invalid Request")
    static let unknownMethod = ChainError(code: -32601, message: "Method not found")
    static func badParameters(_ message: String) -> ChainError { ChainError(code: -32602, message: message) }
}

extension GatewayState {
    /// Answers a request to the token chain.
    mutating func chain(_ method: String, _ parameters: [String: JSONValue], at now: Date) throws(ChainError)
        -> GatewayReply<JSONValue>
    {
        switch method {
        case "account.getcurrentnonce":
            let address = try address(parameters)
            let tag = parameters["tag"]?.string ?? "latest"
            guard ["latest", "pending"].contains(tag) else { throw ChainError.badParameters("tag is latest or pending") }
            return GatewayReply(
                .object([
                    "address": .string(address), "nonce": .integer(ledger.nonce(of: address)), "tag": .string(tag),
                    "error": .string(""),
                ]))
        case "account.getaccount", "account.getaccountbyaddress":
            return GatewayReply(.object(wallet(try address(parameters))))
        case "tx.addtx": return try addTransfer(parameters, at: now)
        case "tx.gettxbyhash":
            let transfer = try transfer(parameters)
            return GatewayReply(
                .object([
                    "error": .string(""), "decimals": .integer(Int64(TokenLedger.decimals)),
                    "tx": .object(description(of: transfer)),
                ]))
        case "tx.gettransactionstatus":
            let transfer = try transfer(parameters)
            let confirmations = Int64((ledger.transfers.last?.slot ?? transfer.slot) - transfer.slot + 1)
            return GatewayReply(
                .object([
                    "tx_hash": .string(transfer.hash), "status": .integer(2), "block_slot": .integer(Int64(transfer.slot)),
                    "block_hash": .string(transfer.hash), "confirmations": .integer(confirmations), "error_message": .string(""),
                    "timestamp": .integer(transfer.order.timestamp), "extra_info": .string(transfer.order.extra),
                ]))
        case "tx.getpendingtransactions":
            // A transfer is final as soon as it is accepted.
            return GatewayReply(
                .object(["total_count": .integer(0), "pending_txs": .array([]), "error": .string("")]))
        case "health.check":
            return GatewayReply(
                .object([
                    "status": .integer(1), "current_slot": .integer(Int64(ledger.transfers.last?.slot ?? 0)),
                    "error_message": .string(""),
                ]))
        default: throw ChainError.unknownMethod
        }
    }

    /// Authorizes an ephemeral key to sign for an account; the answer is the proof that its transfers contain.
    ///
    /// - Parameter isOwn: Returns whether a session token, if the request has one, belongs to the account.
    mutating func prove(
        _ parameters: [String: JSONValue], isOwn: (Secret, UserID) -> Bool, using generator: inout some RandomNumberGenerator
    ) throws(GatewayRequestError) -> JSONValue {
        guard let user = parameters["user_id"]?.integer.map({ UserID($0) }), let key = parameters["ephemeral_pk"]?.string,
            let address = parameters["address"]?.string, Base58.decode(key)?.count == 32
        else { throw GatewayRequestError.invalid("a proof needs user_id, ephemeral_pk and address") }
        guard usersByID[user] != nil else { throw GatewayRequestError.notFound }
        guard address == TokenLedger.address(of: user) else {
            throw GatewayRequestError.invalid("the address is not the account's")
        }
        if let token = parameters["jwt"]?.string, !token.isEmpty, !isOwn(Secret(token), user) {
            throw GatewayRequestError.unauthenticated
        }
        let proof = ledger.prove(address, signsWith: key, as: Sessions.randomSecret(using: &generator))
        return .object(["data": .object(["proof": .string(proof.proof), "public_input": .string(proof.publicInput)])])
    }

    private mutating func addTransfer(_ parameters: [String: JSONValue], at now: Date) throws(ChainError)
        -> GatewayReply<JSONValue>
    {
        guard let message = parameters["tx_msg"]?.object, let signature = parameters["signature"]?.string,
            let kind = message["type"]?.integer, let sender = message["sender"]?.string,
            let recipient = message["recipient"]?.string, let amount = message["amount"]?.string,
            let timestamp = message["timestamp"]?.integer, let nonce = message["nonce"]?.integer
        else { throw ChainError.badParameters("tx_msg and signature are needed") }
        let order = TokenLedger.Order(
            kind: kind, sender: sender, recipient: recipient, amount: amount, timestamp: timestamp,
            text: message["text_data"]?.string ?? "", nonce: nonce, extra: message["extra_info"]?.string ?? "",
            proof: message["zk_proof"]?.string ?? "", publicInput: message["zk_pub"]?.string ?? "")
        do throws(TokenLedger.OrderError) {
            let transfer = try ledger.execute(order, signature: signature, among: usersByID, at: now)
            return GatewayReply(
                .object(["ok": .bool(true), "tx_hash": .string(transfer.hash), "error": .string("")]), transferEvents(transfer))
        } catch {
            return GatewayReply(.object(["ok": .bool(false), "tx_hash": .string(""), "error": .string(error.reason)]))
        }
    }

    /// Returns the events that report a transfer to both accounts.
    private mutating func transferEvents(_ transfer: TokenLedger.Transfer) -> [GatewayPush] {
        let sender = ledger.account(at: transfer.order.sender, among: usersByID)
        guard let receiver = ledger.account(at: transfer.order.recipient, among: usersByID) else { return [] }
        let event = ApiTokenSentEvent.with {
            $0.senderID = sender?.rawValue ?? 0
            $0.senderName = sender.flatMap { usersByID[$0]?.name } ?? ""
            $0.receiverID = receiver.rawValue
            $0.amount = Int32(clamping: transfer.units / TokenLedger.unitsPerToken)
            $0.note = transfer.order.text
            $0.extraAttribute = transfer.order.extra
            $0.transactionID = transfer.hash
        }
        let receivers = connections(of: [receiver] + (sender.map { [$0] } ?? []))
        return [GatewayPush(message: .tokenSentEvent(event), receivers: receivers)] + coffee(transfer, from: sender)
    }

    /// Returns the event of a coffee for which a transfer pays; none for any other transfer.
    private func coffee(_ transfer: TokenLedger.Transfer, from sender: UserID?) -> [GatewayPush] {
        guard let sender, let extra = JSONReader.value(of: transfer.order.extra)?.object, extra["type"] == "give_coffee",
            let message = extra["MessageRefId"]?.integer, let channel = extra["ChannelId"]?.integer
        else { return [] }
        return (try? giveCoffee(for: MessageID(message), in: ChannelID(channel), from: sender)) ?? []
    }

    /// Transfers tokens as if their sender had signed an order.
    mutating func giveTokens(_ amount: Int, note: String, from sender: UserID, to receiver: UserID, at now: Date)
        throws(GatewayRequestError) -> [GatewayPush]
    {
        guard usersByID[receiver] != nil else { throw GatewayRequestError.notFound }
        do throws(TokenLedger.OrderError) {
            return transferEvents(try ledger.give(amount, note: note, from: sender, to: receiver, among: usersByID, at: now))
        } catch {
            throw GatewayRequestError.invalid(error.reason)
        }
    }

    /// Gives the author of a message a coffee. Mezon's clients pay for it with a transfer, which this leaves out.
    func giveCoffee(for message: MessageID, in channel: ChannelID, from sender: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let room = try room(channel, for: sender)
        guard let given = messages.message(message, in: channel) else { throw GatewayRequestError.notFound }
        guard given.senderID != sender.rawValue else { throw GatewayRequestError.invalid("nobody gives a coffee to themselves") }
        let event = ApiGiveCoffeeEvent.with {
            $0.senderID = sender.rawValue
            $0.receiverID = given.senderID
            $0.tokenCount = Self.coffeePrice
            $0.messageRefID = message.rawValue
            $0.channelID = channel.rawValue
            $0.clanID = room.channel.clan.rawValue
        }
        return [GatewayPush(message: .giveCoffeeEvent(event), receivers: connections(of: [sender, UserID(given.senderID)]))]
    }

    private static let coffeePrice: Int32 = 10_000

    /// Returns an account of the chain, even if it has no transfers.
    mutating func wallet(_ address: String) -> [String: JSONValue] {
        [
            "address": .string(address), "balance": .string("\(ledger.balance(of: address, among: usersByID))"),
            "nonce": .integer(ledger.nonce(of: address)), "decimals": .integer(Int64(TokenLedger.decimals)),
        ]
    }

    private func description(of transfer: TokenLedger.Transfer) -> [String: JSONValue] {
        [
            "sender": .string(transfer.order.sender), "recipient": .string(transfer.order.recipient),
            "amount": .string(transfer.order.amount), "timestamp": .integer(transfer.order.timestamp),
            "text_data": .string(transfer.order.text), "nonce": .integer(transfer.order.nonce),
            "slot": .integer(Int64(transfer.slot)), "blockhash": .string(transfer.hash), "status": .integer(2),
            "err_msg": .string(""), "extra_info": .string(transfer.order.extra),
        ]
    }

    private func address(_ parameters: [String: JSONValue]) throws(ChainError) -> String {
        guard let address = parameters["address"]?.string, TokenLedger.isAddress(address) else {
            throw ChainError.badParameters("an address is 32 bytes in base58")
        }
        return address
    }

    private func transfer(_ parameters: [String: JSONValue]) throws(ChainError) -> TokenLedger.Transfer {
        guard let hash = parameters["tx_hash"]?.string else { throw ChainError.badParameters("tx_hash is needed") }
        guard let transfer = ledger.transfer(hash) else { throw ChainError(code: -32000, message: "transaction not found") }
        return transfer
    }
}
