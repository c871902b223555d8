import ChatModel
import Foundation

/// Switches for behaviour of Mezon's servers that is not known. The defaults are the most likely behaviour.
package struct CompatibilityFlags: Hashable, Sendable, Codable {
    /// A Boolean value that indicates whether a message is pushed to its sender.
    package var ownEcho = true
    /// The form of the answer to an edit or a delete over the socket.
    package var updateReply = UpdateReply.raw
    /// The HTTP status of an RPC that returns nothing: 204 or 200.
    package var emptyRPC = 204
    package var socketURL = SocketURLForm.auto
    package var answersPing = true
    package var historyForApps = true
    package var moderationForApps = true
    /// A Boolean value that indicates whether an app may start a direct conversation.
    package var directForApps = true
    /// A Boolean value that indicates whether every channel must be joined before messages are sent to it.
    package var mustJoinAll = false
    /// A Boolean value that indicates whether a session carries an `id_token`; TypeScript clients then want a ZK prover.
    package var idToken = false
    /// The number of seconds after which an idle connection is closed; zero for never.
    package var silenceSeconds = 30
    package var tokenSeconds = 3600
    /// The number of frames of an answer to a request over the socket: 1 or 2.
    package var rawChunks = 1

    package enum UpdateReply: String, Codable, Sendable { case raw, envelope }

    package enum SocketURLForm: String, Codable, Sendable {
        /// With a scheme for the Python SDK, without one for other clients (Documentation/Protocol.md §1.3).
        case auto
        case bare, scheme
    }

    package init() {}

    enum CodingKeys: String, CodingKey {
        case ownEcho = "own_echo"
        case updateReply = "update_reply"
        case emptyRPC = "empty_rpc"
        case socketURL = "ws_url"
        case answersPing = "ping_answers"
        case historyForApps = "history_for_apps"
        case moderationForApps = "moderation_for_apps"
        case directForApps = "direct_for_apps"
        case mustJoinAll = "must_join_all"
        case idToken = "id_token"
        case silenceSeconds = "silence_seconds"
        case tokenSeconds = "token_seconds"
        case rawChunks = "raw_chunks"
    }

    /// Returns a copy with changed switches.
    ///
    /// - Throws: `GatewayRequestError` for an unknown switch or an invalid value.
    func applying(_ changes: [String: JSONValue]) throws(GatewayRequestError) -> CompatibilityFlags {
        do {
            var keys = try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(self))
            for (name, value) in changes {
                guard keys[name] != nil else { throw GatewayRequestError.invalid("there is no switch '\(name)'") }
                keys[name] = value
            }
            let changed = try JSONDecoder().decode(CompatibilityFlags.self, from: JSONEncoder().encode(keys))
            guard [200, 204].contains(changed.emptyRPC), (0...86_400).contains(changed.silenceSeconds),
                (1...31_536_000).contains(changed.tokenSeconds), (1...2).contains(changed.rawChunks)
            else { throw GatewayRequestError.invalid("the value of a switch is out of range") }
            return changed
        } catch let refusal as GatewayRequestError {
            throw refusal
        } catch {
            throw GatewayRequestError.invalid("the value of a switch has the wrong type")
        }
    }
}
