import ChatModel
import Foundation
import NIOHTTP1

extension ConnectionRouter {
    /// Answers the token chain, its indexer, its prover and the voice server (Documentation/Protocol.md §1.1); `nil` for any other address.
    func chain(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse? {
        let path = request.path.split(separator: "/")
        switch (path.first, request.method) {
        case ("api", .POST) where path == ["api", "playmedia"]: return playMedia(request)
        case ("zk-api", .POST) where path == ["zk-api", "prove"]: return prove(request)
        case ("mmn-api", .POST) where path.count == 1: return callChain(request)
        case ("mmn-api", .GET), ("indexer-api", .GET):
            do throws(GatewayRequestError) {
                return .json(try state.index(Array(path.dropFirst())) { request.parameter($0) })
            } catch { return .refusal(error) }
        case ("zk-api", _), ("mmn-api", _), ("indexer-api", _): return .refusal(.notFound)
        default: return nil
        }
    }

    /// Accepts a playback in a voice room of a user that is logged in.
    private func playMedia(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        guard request.bearer.flatMap({ sessions.user($0, at: time.now) }) != nil else { return .refusal(.unauthenticated) }
        let body = (try? JSONDecoder().decode(JSONValue.self, from: Data(request.body)))?.object ?? [:]
        guard ["room_name", "participant_identity", "url", "name"].allSatisfy({ body[$0]?.string?.isEmpty == false }) else {
            return .refusal(.invalid("a playback needs room_name, participant_identity, url and name"))
        }
        return .json(JSONValue.object([:]))
    }

    private func prove(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        let body = (try? JSONDecoder().decode(JSONValue.self, from: Data(request.body)))?.object
        let now = time.now
        do throws(GatewayRequestError) {
            guard let body else { throw GatewayRequestError.invalid("the body is not a JSON object") }
            let sessions = sessions
            return .json(
                try state.prove(body, isOwn: { sessions.user($0, at: now) == $1 }, using: &generator))
        } catch { return .refusal(error) }
    }

    /// One JSON-RPC request. Errors are answered with 200 and an error object, as JSON-RPC has it.
    private func callChain(_ request: GatewayHTTPRequest) -> GatewayHTTPResponse {
        guard let call = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body)) else {
            return answer(.null, .failure(ChainError(code: -32700, message: "Parse error")))
        }
        let id = call.object?["id"] ?? .null
        do throws(ChainError) {
            guard let call = call.object, let method = call["method"]?.string else { throw ChainError.notARequest }
            let reply = try state.chain(method, call["params"]?.object ?? [:], at: time.now)
            deliver(reply.pushes)
            return answer(id, .success(reply.answer))
        } catch { return answer(id, .failure(error)) }
    }

    private func answer(_ id: JSONValue, _ result: Result<JSONValue, ChainError>) -> GatewayHTTPResponse {
        var answer: [String: JSONValue] = ["jsonrpc": .string("2.0"), "id": id]
        switch result {
        case .success(let value): answer["result"] = value
        case .failure(let error):
            answer["error"] = .object(["code": .integer(error.code), "message": .string(error.message)])
        }
        return .json(JSONValue.object(answer))
    }
}
