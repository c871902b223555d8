import Foundation
import MezonBot

extension AdminClient {
    /// Asks from a thread of its own, as a command does from its process: waiting for the reply blocks it.
    func answer(to request: AdminRequest) async throws -> AdminReply {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try ask(request) }) }.start()
        }
    }
}
