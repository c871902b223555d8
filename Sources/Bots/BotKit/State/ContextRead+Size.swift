import Foundation

extension ContextRead {
    private static let frame = 200  // Bytes of the request and of the structure around a response.

    /// The approximate size in a record, in bytes. Only responses that can be large are measured.
    var size: Int {
        let answer =
            switch answer {
            case .state(let value): value?.json.utf8.count ?? 0
            case .http(.response(let response)):
                response.body.count + response.headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            case .file(.small(let bytes)): bytes.count * 4 / 3
            case .message(let message): Self.size(message)
            case .messages(let messages): Self.size(messages)
            case .kept(let messages): Self.size(messages)
            case .found(let messages): Self.size(messages)
            case .channels(let channels): Self.size(channels)
            case .members(let members): Self.size(members)
            case .jobs(let jobs): Self.size(jobs)
            case .voiceChannels(let rooms): Self.size(rooms)
            case .clanEvents(let events): Self.size(events)
            case .users(let users): Self.size(users)
            case .topics(let topics): Self.size(topics)
            case .http(.failure), .file(.kept), .file(.failure), .member, .channel, .role, .count, .truth, .language, .failed: 0
            }
        return Self.frame + answer
    }

    private static func size(_ value: some Encodable) -> Int {
        do {
            return try JSONEncoder().encode(value).count
        } catch {
            return 0  // It cannot be recorded either.
        }
    }
}
