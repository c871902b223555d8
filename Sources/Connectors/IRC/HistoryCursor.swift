package import Foundation

/// The point up to which a channel's messages are known.
package struct HistoryCursor: Hashable, Sendable {
    package var msgid: String?
    package var time: Date

    package init(msgid: String? = nil, time: Date) {
        self.msgid = msgid
        self.time = time
    }
}
