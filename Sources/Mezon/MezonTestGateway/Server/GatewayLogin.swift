import ChatModel
import Foundation

/// The account in a login request: `{"account":{"appid","token"}}`. The Basic header is ignored (Documentation/Protocol.md §1.2).
struct GatewayLogin {
    var user: UserID
    var token: Secret

    init?(_ request: GatewayHTTPRequest) {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)), let id = body.account.appid.integer
        else {
            return nil
        }
        user = UserID(id)
        token = Secret(body.account.token)
    }

    private struct Body: Decodable {
        var account: Account

        struct Account: Decodable {
            /// The account's id: a string in the published SDKs; a number is accepted, too.
            var appid: JSONValue
            var token: String
        }
    }
}
