import ChatModel

/// The servers beside the gateway that serve an account: the token chain with its index and its prover, and the voice server
/// (Documentation/Protocol.md §1.1).
struct AccountServers: Hashable, Sendable {
    var chain: String
    var index: String
    var prover: String
    var media: String

    /// Mezon has hosts for them; any other gateway serves them itself.
    init(api: GatewayEndpoint) {
        let isMezon = api.host == "mezon.ai" || api.host.hasSuffix(".mezon.ai")
        let base = isMezon ? "https://dong.mezon.ai" : "\(api)"
        chain = base + "/mmn-api/"
        index = base + "/indexer-api/1337"
        prover = base + "/zk-api/prove"
        media = isMezon ? "https://stn.mezon.ai/api/playmedia" : "\(api)/api/playmedia"
    }
}

/// An error of an action of the account.
package enum AccountError: Error, Hashable, Sendable {
    /// It was refused, and repeating it does not help.
    case refused(String)
    /// It was not performed; a later attempt may be.
    case unavailable(String)
    /// It is not known whether it was performed.
    case ambiguous(String)
}
