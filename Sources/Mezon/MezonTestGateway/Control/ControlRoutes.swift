import ChatModel
import Foundation
import MezonProtocol
import NIOHTTP1

extension ConnectionRouter {
    /// The control endpoint: JSON over HTTP for whoever sits at this machine, and for no page in a browser.
    func control(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        guard Self.isFromHere(request) else {
            return .refusal(GatewayRequestError(status: 7, message: "the control endpoint answers local programs, not pages"))
        }
        do throws(GatewayRequestError) {
            switch (request.method, request.path) {
            case (.GET, "/control/state"):
                return .json(controlState)
            case (.POST, "/control/accounts"):
                let account = try account(named: try Self.read(Named.self, request).name)
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
                return .json(["closed": try disconnect(try Self.read(ForAccount.self, request).account)])
            case (.POST, "/control/revoke"):
                sessions.revokeAll()
                return .empty(204)
            case (.POST, "/control/switches"):
                return .json(try turn(try Self.read([String: JSONValue].self, request)))
            case (.POST, "/control/say"):
                let saying = try Self.read(SayRequest.self, request)
                return .json(["message_id": try say(try saying.content, as: saying.as, in: saying.channel)])
            case (.POST, "/control/click"):
                let click = try Self.read(Clicking.self, request)
                try self.click(click.button, of: click.message, in: click.channel, as: click.as)
                return .empty(204)
            case (.POST, "/control/join"), (.POST, "/control/leave"):
                let going = try Self.read(Going.self, request)
                if request.path == "/control/join" {
                    try join(going.clan, as: going.as)
                } else {
                    try leave(going.clan, as: going.as)
                }
                return .empty(204)
            case (.POST, "/control/voice"):
                let talking = try Self.read(Talking.self, request)
                try talk(talking.isTalking, in: talking.channel, as: talking.as)
                return .empty(204)
            default:
                throw GatewayRequestError.notFound
            }
        } catch {
            return .refusal(error)
        }
    }

    /// A browser names the page's origin, and a rebound name of some page in `Host`; a local program does neither.
    private static func isFromHere(_ request: GatewayHTTPRequest) -> Bool {
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
                "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of the wrong kind")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw GatewayRequestError.invalid(
                "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has a value that is none of its own")
        } catch {
            throw GatewayRequestError.invalid("the body is not JSON")
        }
    }

    private struct Named: Decodable {
        var name: String
    }

    private struct ForAccount: Decodable {
        var account: String
    }

    private struct SayRequest: Decodable {
        var `as`: String
        var channel: ChannelID
        var text: String?
        /// A message's whole content, as clients write it (Documentation/Protocol.md §3.1).
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

    private struct Clicking: Decodable {
        var `as`: String
        var channel: ChannelID
        var message: MessageID
        var button: String
    }

    private struct Going: Decodable {
        var `as`: String
        var clan: ClanID
    }

    private struct Talking: Decodable {
        var `as`: String
        var channel: ChannelID
        var isTalking: Bool

        enum CodingKeys: String, CodingKey {
            case `as`, channel
            case isTalking = "talking"
        }
    }
}
