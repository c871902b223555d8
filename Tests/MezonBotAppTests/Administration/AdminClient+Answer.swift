import Foundation
import MezonBotApp

extension AdminClient {
    /// Sends the request from a separate thread, because waiting for the reply blocks.
    func answer(to request: AdminRequest) async throws -> AdminReply {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try ask(request) }) }.start()
        }
    }
}
