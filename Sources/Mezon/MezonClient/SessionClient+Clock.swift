import ChatModel
import MezonProtocol

extension SessionClient {
    /// Samples the gateway's clock; `nil` if the response contains no date.
    ///
    /// - Throws: `SessionError`.
    package func clock() async throws -> ServerClockSample? {
        let session = try await sessions.session()
        let sentAt = http.time.now
        // Every response contains the date, even a refusal.
        let response = try await http.response(to: RemoteCall(name: RPC.listClanDescs.rawValue, body: []).request(in: session))
        let receivedAt = http.time.now
        return response.date.flatMap { HTTPDate().date($0) }.map {
            ServerClockSample(date: $0, sentAt: sentAt, receivedAt: receivedAt)
        }
    }
}
