package import ChatModel
package import Foundation
package import MezonProtocol
import SwiftProtobuf

extension InMemoryGateway {
    /// Returns a thread as a user, activated or created if the lookup asks for it, and the pushes to the listener, who joins it.
    package mutating func thread(
        _ lookup: ThreadLookup, as user: UserID, at now: Date
    ) throws(RequestError) -> (channel: Channel, pushes: [RtEnvelope]) {
        let answer = try call(.searchThread, lookup.search.wireBytes, as: user, at: now).answer
        let found = (try? ApiChannelDescList(serializedBytes: answer))?.channeldesc ?? []
        switch lookup.step(found.map { ThreadLookup.Found(wire: $0) }) {
        case .use(let thread):
            join(thread.id)
            return (thread, [])
        case .reopen(let thread, let request):
            let pushes = try call(.activeArchivedThread, request.wireBytes, as: user, at: now).pushes
            join(thread.id)
            return (thread, pushes)
        case .create(let request):
            let reply = try call(.createChannelDesc, request.wireBytes, as: user, at: now)
            guard let wire = try? ApiChannelDescription(serializedBytes: reply.answer) else {
                throw RequestError(code: 13, reason: "no thread was created", isUnknown: false)
            }
            let thread = Channel(wire: wire)
            join(thread.id)
            return (thread, reply.pushes)
        case .refuse(let code, let reason): throw RequestError(code: code, reason: reason, isUnknown: false)
        }
    }
}
