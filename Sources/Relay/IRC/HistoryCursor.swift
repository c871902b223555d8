package import Foundation

/// Up to where a room's messages are known.
package struct HistoryCursor: Hashable, Sendable {
    package var msgid: String?
    package var time: Date

    package init(msgid: String? = nil, time: Date) {
        self.msgid = msgid
        self.time = time
    }
}
