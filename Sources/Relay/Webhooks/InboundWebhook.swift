package import Foundation

/// Something that came in through a door, from somebody who may call.
package struct InboundWebhook: Hashable, Sendable {
    /// The door's path.
    package var door: String
    /// The same when the same call comes again; nil where nothing tells.
    package var id: String?
    package var at: Date
    /// Those that say nothing of who may call.
    package var headers: [String: String]
    package var body: [UInt8]

    package init(door: String, id: String?, at: Date, headers: [String: String], body: [UInt8]) {
        self.door = door
        self.id = id
        self.at = at
        self.headers = headers
        self.body = body
    }

    package enum AcceptResult: Hashable, Sendable {
        case new
        /// It had come before: nothing is done twice.
        case known
    }
}
