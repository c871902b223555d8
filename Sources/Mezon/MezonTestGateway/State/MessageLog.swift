import ChatModel
import MezonProtocol
import NIOCore

/// The messages in memory, limited per channel and in total; the oldest are removed first.
struct MessageLog {
    private let perChannel: Int
    private let total: Int
    private var channels: [ChannelID: CircularBuffer<ApiChannelMessage>] = [:]
    /// All messages in the order of their arrival. Entries of removed messages remain until the next compaction.
    private var order = CircularBuffer<Entry>()
    private(set) var count = 0

    private struct Entry {
        var channel: ChannelID
        var message: Int64
    }

    init(perChannel: Int, total: Int) {
        self.perChannel = max(1, perChannel)
        self.total = max(1, total)
    }

    /// Adds a message, whose id is greater than every id before it.
    mutating func append(_ message: ApiChannelMessage) {
        let channel = ChannelID(message.channelID)
        channels[channel, default: []].append(message)
        order.append(Entry(channel: channel, message: message.messageID))
        count += 1
        if let log = channels[channel], log.count > perChannel { dropFirst(of: channel) }
        while count > total, let oldest = order.popFirst() {
            if channels[oldest.channel]?.first?.messageID == oldest.message { dropFirst(of: oldest.channel) }
        }
        if order.count > 2 * total { compact() }
    }

    func message(_ id: MessageID, in channel: ChannelID) -> ApiChannelMessage? {
        guard let log = channels[channel], let index = index(of: id, in: log) else { return nil }
        return log[index]
    }

    /// Returns the newest messages of a channel, newest first.
    func newest(_ limit: Int, in channel: ChannelID) -> [ApiChannelMessage] {
        Array((channels[channel] ?? []).reversed().prefix(limit))
    }

    func last(in channel: ChannelID) -> ApiChannelMessage? { channels[channel]?.last }

    mutating func replace(_ message: ApiChannelMessage) {
        let channel = ChannelID(message.channelID)
        guard let log = channels[channel], let index = index(of: MessageID(message.messageID), in: log) else { return }
        channels[channel]?[index] = message
    }

    mutating func remove(_ id: MessageID, in channel: ChannelID) {
        guard let log = channels[channel], let index = index(of: id, in: log) else { return }
        channels[channel]?.remove(at: index)
        count -= 1
    }

    mutating func removeAll(in channel: ChannelID) { count -= channels.removeValue(forKey: channel)?.count ?? 0 }

    /// Returns a page, oldest message first. Without a cursor it is the newest page, whatever the direction.
    func page(of channel: ChannelID, from cursor: MessageID, _ direction: Direction, topic: Int64, limit: Int)
        -> [ApiChannelMessage]
    {
        guard let log = channels[channel] else { return [] }
        guard !cursor.isNone else { return before(log.endIndex, in: log, topic: topic, limit: limit) }
        let position = lowerBound(cursor.rawValue, in: log)
        let exists = position < log.endIndex && log[position].messageID == cursor.rawValue
        let next = exists ? log.index(after: position) : position
        switch direction {
        case .before: return before(position, in: log, topic: topic, limit: limit)
        case .after: return after(next, in: log, topic: topic, limit: limit)
        case .around:
            let newer = after(position, in: log, topic: topic, limit: limit - limit / 2)
            return before(position, in: log, topic: topic, limit: limit - newer.count) + newer
        }
    }

    /// The direction of a page of history from its cursor, with the number in the protocol.
    enum Direction: Int32 { case after = 1, around, before }

    private typealias Log = CircularBuffer<ApiChannelMessage>

    private func before(_ end: Log.Index, in log: Log, topic: Int64, limit: Int) -> [ApiChannelMessage] {
        Array(log[..<end].reversed().lazy.filter { $0.topicID == topic }.prefix(limit)).reversed()
    }

    private func after(_ start: Log.Index, in log: Log, topic: Int64, limit: Int) -> [ApiChannelMessage] {
        Array(log[start...].lazy.filter { $0.topicID == topic }.prefix(limit))
    }

    private func index(of id: MessageID, in log: Log) -> Log.Index? {
        let position = lowerBound(id.rawValue, in: log)
        return position < log.endIndex && log[position].messageID == id.rawValue ? position : nil
    }

    /// Returns the first position whose id is not smaller; ids only grow, so the log is sorted.
    private func lowerBound(_ id: Int64, in log: Log) -> Log.Index {
        var low = 0
        var high = log.count
        while low < high {
            let middle = (low + high) / 2
            if log[log.index(log.startIndex, offsetBy: middle)].messageID < id { low = middle + 1 } else { high = middle }
        }
        return log.index(log.startIndex, offsetBy: low)
    }

    private mutating func dropFirst(of channel: ChannelID) {
        if channels[channel]?.popFirst() != nil { count -= 1 }
    }

    private mutating func compact() {
        var live = CircularBuffer<Entry>(initialCapacity: count)
        for entry in order where message(MessageID(entry.message), in: entry.channel) != nil { live.append(entry) }
        order = live
    }
}
