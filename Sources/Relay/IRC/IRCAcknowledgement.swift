package import Foundation

/// What a server told of a line it took. Where it has neither ids nor clocks to show, only that it took it.
package struct IRCAcknowledgement: Hashable, Sendable {
    package var msgid: String?
    package var time: Date?

    package init(msgid: String? = nil, time: Date? = nil) {
        self.msgid = msgid
        self.time = time
    }
}
