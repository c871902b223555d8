package import Foundation

/// The server's acknowledgement of a line. Without message ids and server time it only states that the line was accepted.
package struct IRCAcknowledgement: Hashable, Sendable {
    package var msgid: String?
    package var time: Date?

    package init(msgid: String? = nil, time: Date? = nil) {
        self.msgid = msgid
        self.time = time
    }
}
