import ChatModel
import Foundation
import MezonProtocol
import NIOHTTP1

extension ConnectionRouter {
    /// Answers the control endpoint: JSON over HTTP for local programs; requests of web pages are rejected.
    func control(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        guard Self.isLocal(request) else {
            return .refusal(GatewayRequestError(status: 7, message: "the control endpoint answers local programs, not web pages"))
        }
        do throws(GatewayRequestError) {
            switch (request.method, request.path) {
            case (.GET, "/control/state"):
                return .json(controlState)
            case (.POST, "/control/accounts"):
                let account = try account(named: try Self.read(AccountRequest.self, request).name)
                return .json(ControlState.Account(account, connections: connections(of: account.appID).count))
            case (.GET, "/control/faults"):
                return .json(faults.rules)
            case (.POST, "/control/faults"):
                try add(try Self.read(Fault.self, request))
                return .json(faults.rules)
            case (.DELETE, "/control/faults"):
                faults.removeAll()
                return .json(faults.rules)
            case (.POST, "/control/disconnect"):
                return .json(["closed": try disconnect(try Self.read(DisconnectRequest.self, request).account)])
            case (.POST, "/control/revoke"):
                sessions.revokeAll()
                return .empty(204)
            case (.POST, "/control/switches"):
                return .json(try changeSwitches(try Self.read([String: JSONValue].self, request)))
            case (.POST, "/control/say"):
                let message = try Self.read(SayRequest.self, request)
                return .json(["message_id": try say(try message.content, as: message.as, in: message.channel)])
            case (.POST, "/control/click"):
                let click = try Self.read(ClickRequest.self, request)
                try self.click(click.button, of: click.message, in: click.channel, as: click.as)
                return .empty(204)
            case (.POST, "/control/join"), (.POST, "/control/leave"):
                let change = try Self.read(MembershipRequest.self, request)
                if request.path == "/control/join" {
                    try join(change.clan, as: change.as)
                } else {
                    try leave(change.clan, as: change.as)
                }
                return .empty(204)
            case (.POST, "/control/voice"):
                let voice = try Self.read(VoiceRequest.self, request)
                try setVoicePresence(voice.isTalking, in: voice.channel, as: voice.as)
                return .empty(204)
            case (.POST, "/control/tokens"):
                let given = try Self.read(TokensRequest.self, request)
                try giveTokens(given.amount, note: given.note ?? "", from: given.as, to: given.to)
                return .empty(204)
            case (.POST, "/control/coffee"):
                let given = try Self.read(CoffeeRequest.self, request)
                try giveCoffee(for: given.message, in: given.channel, from: given.as)
                return .empty(204)
            case (.POST, "/control/menu"):
                let choice = try Self.read(MenuRequest.self, request)
                try chooseMenu(choice.menu, in: choice.channel, as: choice.as)
                return .empty(204)
            default:
                throw GatewayRequestError.notFound
            }
        } catch {
            return .refusal(error)
        }
    }

    /// Returns a Boolean value that indicates whether a request is from a local program. A browser sends the page's
    /// origin, or after DNS rebinding the page's host name in `Host`.
    private static func isLocal(_ request: GatewayHTTPRequest) -> Bool {
        guard !request.headers.contains(name: "Origin"), request.headers["Host"].count == 1,
            let host = request.headers.first(name: "Host")
        else { return false }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost", "::1"].contains(name)
    }

    private static func read<Body: Decodable>(_ type: Body.Type, _ request: GatewayHTTPRequest) throws(GatewayRequestError)
        -> Body
    {
        do {
            return try JSONDecoder().decode(type, from: Data(request.body))
        } catch DecodingError.keyNotFound(let key, _) {
            throw GatewayRequestError.invalid("'\(key.stringValue)' is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw GatewayRequestError.invalid(
                "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has the wrong type")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw GatewayRequestError.invalid(
                "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has an invalid value")
        } catch {
            throw GatewayRequestError.invalid("the body is not JSON")
        }
    }

    private struct AccountRequest: Decodable {
        var name: String
    }

    private struct DisconnectRequest: Decodable {
        var account: String
    }

    private struct SayRequest: Decodable {
        var `as`: String
        var channel: ChannelID
        var text: String?
        /// The complete content of a message, as clients write it (Documentation/Protocol.md §3.1).
        var json: JSONValue?

        enum CodingKeys: String, CodingKey {
            case `as`, channel, text
            case json = "content"
        }

        var content: Content {
            get throws(GatewayRequestError) {
                if let text { return Content(text) }
                guard let json, let data = try? JSONEncoder().encode(json) else {
                    throw GatewayRequestError.invalid("'text' is missing")
                }
                return ContentJSON.decode(String(decoding: data, as: UTF8.self))
            }
        }
    }

    private struct ClickRequest: Decodable {
        var `as`: String
        var channel: ChannelID
        var message: MessageID
        var button: String
    }

    private struct MembershipRequest: Decodable {
        var `as`: String
        var clan: ClanID
    }

    private struct TokensRequest: Decodable {
        var `as`: String
        var to: String
        var amount: Int
        var note: String?
    }

    private struct CoffeeRequest: Decodable {
        var `as`: String
        var channel: ChannelID
        var message: MessageID
    }

    private struct MenuRequest: Decodable {
        var `as`: String
        var channel: ChannelID
        var menu: String
    }

    private struct VoiceRequest: Decodable {
        var `as`: String
        var channel: ChannelID
        var isTalking: Bool

        enum CodingKeys: String, CodingKey {
            case `as`, channel
            case isTalking = "talking"
        }
    }
}
