import MezonModel
import MezonWire

extension SessionClient {
    /// Asks what time the gateway has; `nil` where its answer names none.
    ///
    /// - Throws: `SessionError`.
    package func clock() async throws -> ServerClockSample? {
        let session = try await sessions.session()
        let sentAt = caller.time.now
        // Any answer has the date, a refusal too.
        let answer = try await caller.answer(to: RemoteCall(rpc: .listClanDescs, body: []).request(in: session))
        let receivedAt = caller.time.now
        return answer.date.flatMap { HTTPDate().date($0) }.map {
            ServerClockSample(date: $0, sentAt: sentAt, receivedAt: receivedAt)
        }
    }
}
