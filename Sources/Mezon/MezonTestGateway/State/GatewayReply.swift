import ChatModel
import MezonProtocol

/// The result of a request: its answer, and the pushes to others.
struct GatewayReply<Answer> {
    var answer: Answer
    var pushes: [GatewayPush]

    init(_ answer: Answer, _ pushes: [GatewayPush] = []) {
        self.answer = answer
        self.pushes = pushes
    }

    func map<Other>(_ transform: (Answer) -> Other) -> GatewayReply<Other> { GatewayReply<Other>(transform(answer), pushes) }
}

extension GatewayReply: Equatable where Answer: Equatable {}

/// One envelope for several connections.
struct GatewayPush: Equatable {
    var message: RtEnvelope.OneOf_Message
    var receivers: [ConnectionID]
}

/// The number of a WebSocket, counted from 1 in the order of connection.
typealias ConnectionID = Int

/// The account that sent a request, and its socket, which is `nil` for a request over HTTP.
struct Caller: Hashable {
    var user: UserID
    var connection: ConnectionID?
}
