import ChatModel
import Foundation

/// Answers for the chain's indexer: one transfer, an account's transfers, or an account.
extension GatewayState {
    /// The id of the only chain, as in Mezon's own clients.
    static let chainID = "1337"

    /// Answers a path below the indexer's address.
    mutating func index(_ path: [Substring], _ parameter: (String) -> String?) throws(GatewayRequestError) -> JSONValue {
        guard path.first == Self.chainID[...] else { throw GatewayRequestError.notFound }
        switch (path.count, path.dropFirst().first) {
        case (4, "tx") where path[3] == "detail":
            guard let transfer = ledger.transfer(String(path[2])) else { throw GatewayRequestError.notFound }
            return .object(["data": .object(["transaction": .object(indexed(transfer))])])
        case (4, "wallets") where path[3] == "detail":
            let address = String(path[2])
            guard TokenLedger.isAddress(address) else { throw GatewayRequestError.invalid("an address is 32 bytes in base58") }
            let last = ledger.transfers.last { [$0.order.sender, $0.order.recipient].contains(address) }
            return .object([
                "data": .object([
                    "address": .string(address), "balance": .string("\(ledger.balance(of: address, among: usersByID))"),
                    "account_nonce": .integer(ledger.nonce(of: address)),
                    "last_balance_update": .integer(Int64(last?.acceptedAt.timeIntervalSince1970 ?? 0)),
                ])
            ])
        case (2, "transactions"): return try transferList(parameter)
        default: throw GatewayRequestError.notFound
        }
    }

    private func transferList(_ parameter: (String) -> String?) throws(GatewayRequestError) -> JSONValue {
        let wallet = parameter("wallet_address")
        let sender = parameter("filter_from_address")
        let recipient = parameter("filter_to_address")
        guard let page = Int(parameter("page") ?? "0"), let limit = Int(parameter("limit") ?? "50"),
            (0...1_000_000).contains(page),
            (1...1000).contains(limit)
        else { throw GatewayRequestError.invalid("a page is 0 or more, and has 1 to 1000 entries") }
        guard wallet != nil || sender != nil || recipient != nil else {
            throw GatewayRequestError.invalid("a wallet is not named")
        }
        var found = ledger.transfers.filter { transfer in
            (wallet.map { [transfer.order.sender, transfer.order.recipient].contains($0) } ?? true)
                && (sender.map { $0 == transfer.order.sender } ?? true)
                && (recipient.map { $0 == transfer.order.recipient } ?? true)
        }
        if parameter("sort_order") != "asc" { found.reverse() }
        let pages = (found.count + limit - 1) / limit
        return .object([
            "meta": .object([
                "chain_id": .integer(Int64(Self.chainID) ?? 0), "page": .integer(Int64(page)), "limit": .integer(Int64(limit)),
                "total_items": .integer(Int64(found.count)), "total_pages": .integer(Int64(pages)),
            ]),
            "data": .array(found.dropFirst(page * limit).prefix(limit).map { .object(indexed($0)) }),
        ])
    }

    private func indexed(_ transfer: TokenLedger.Transfer) -> [String: JSONValue] {
        let seconds = Int64(transfer.acceptedAt.timeIntervalSince1970)
        return [
            "chain_id": .string(Self.chainID), "hash": .string(transfer.hash), "nonce": .integer(transfer.order.nonce),
            "block_hash": .string(transfer.hash), "block_number": .integer(Int64(transfer.slot)),
            "from_address": .string(transfer.order.sender), "to_address": .string(transfer.order.recipient),
            "value": .string(transfer.order.amount), "transaction_type": .integer(transfer.order.kind),
            "transaction_timestamp": .integer(transfer.order.timestamp), "text_data": .string(transfer.order.text),
            "extra_info": .string(transfer.order.extra), "block_timestamp": .integer(seconds), "transaction_index": .integer(0),
            "status": .integer(2),
        ]
    }
}
