/// The open batches (IRCv3 batch), to which lines are assigned. Lines are not held back until a batch ends.
struct IRCBatches: Sendable {
    struct Batch: Equatable {
        var type: String
        var params: [String]
        var label: String?
        var parent: String?
        /// The number of lines in the batch, of any kind.
        var lines = 0
        /// The last message id and the last time in the batch.
        var latest: String?
        var latestTime: String?
    }

    // Servers have two or three batches open at once.
    static let limit = 64
    static let maxDepth = 8

    private var open: [String: Batch] = [:]
    private var order: [String] = []

    /// Processes a BATCH line.
    ///
    /// - Returns: The batch that the line ends; nil otherwise.
    mutating func take(_ line: IRCLine) -> Batch? {
        guard let mark = line.param(0), let sign = mark.first, mark.utf8.count <= 256 else { return nil }
        let name = String(mark.dropFirst())
        switch sign {
        case "+":
            if open[name] == nil { order.append(name) }
            open[name] = Batch(
                type: line.param(1)?.lowercased() ?? "", params: Array(line.params.dropFirst(2).prefix(4)),
                label: line.tags["label"], parent: line.tags["batch"])
            if order.count > Self.limit { open[order.removeFirst()] = nil }
            return nil
        case "-":
            order.removeAll { $0 == name }
            return open.removeValue(forKey: name)
        default: return nil
        }
    }

    /// Counts a line in its batch, to decide whether to request a further page of history.
    mutating func count(_ line: IRCLine) {
        guard let name = line.tags["batch"], open[name] != nil else { return }
        open[name]?.lines += 1
        if let id = line.tags["msgid"] { open[name]?.latest = id }
        if let time = line.tags["time"] { open[name]?.latestTime = time }
    }

    /// Returns the batches around a line, innermost first.
    func around(_ line: IRCLine) -> [Batch] {
        var batches: [Batch] = []
        var name = line.tags["batch"]
        while let next = name, let batch = open[next], batches.count < Self.maxDepth {
            batches.append(batch)
            name = batch.parent
        }
        return batches
    }

    /// Returns a Boolean value that indicates whether a line comes from history.
    func isLate(_ line: IRCLine) -> Bool {
        around(line).contains { $0.type.hasSuffix("chathistory") || $0.type == "znc.in/playback" }
    }

    /// Returns the label that a line answers: its own, or that of a batch around it.
    func label(of line: IRCLine) -> String? {
        if let label = line.tags["label"] { return label }
        guard line.tags["batch"] != nil else { return nil }
        return around(line).lazy.compactMap(\.label).first
    }

    /// Returns the label that a batch answers: its own, or that of a batch around it.
    func label(of batch: Batch) -> String? {
        batch.label ?? batch.parent.flatMap { label(of: IRCLine("BATCH", tags: ["batch": $0])) }
    }
}
