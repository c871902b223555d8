import AsyncSupport

/// The receiver of the response to a request, called once: a waiting task, or a function on the connection's event loop.
protocol ReplyReceiver: Sendable {
    func settle(_ result: Result<ServerReply, any Error>)
}

extension AsyncPromise: ReplyReceiver where Value == ServerReply {}

/// A receiver that is called on the connection's event loop and must not wait.
struct ReplyCallback: ReplyReceiver {
    let receive: @Sendable (Result<ServerReply, any Error>) -> Void

    func settle(_ result: Result<ServerReply, any Error>) { receive(result) }
}
