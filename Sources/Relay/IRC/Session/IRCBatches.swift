/// The batches that are open, so that a line knows in which it is. Lines are not held back for a batch's end.
struct IRCBatches: Sendable {
    struct Batch: Equatable {
        var type: String
        var params: [String]
        var label: String?
        var parent: String?
        /// Its lines, whatever they are.
        var lines = 0
        /// The last id of a message in it, and the last time.
        var latest: String?
        var latestTime: String?
    }

    // Servers have two or three open at once.
    static let most = 64
    static let deepest = 8

    private var open: [String: Batch] = [:]
    private var order: [String] = []

    /// - Returns: the batch that this line ends.
    mutating func take(_ line: IRCLine) -> Batch? {
        guard let mark = line.param(0), let sign = mark.first, mark.utf8.count <= 256 else { return nil }
        let name = String(mark.dropFirst())
        switch sign {
        case "+":
            if open[name] == nil { order.append(name) }
            open[name] = Batch(
                type: line.param(1)?.lowercased() ?? "", params: Array(line.params.dropFirst(2).prefix(4)),
                label: line.tags["label"], parent: line.tags["batch"])
            if order.count > Self.most { open[order.removeFirst()] = nil }
            return nil
        case "-":
            order.removeAll { $0 == name }
            return open.removeValue(forKey: name)
        default: return nil
        }
    }

    /// Counts a line in its batch, after which there may be more to ask for.
    mutating func count(_ line: IRCLine) {
        guard let name = line.tags["batch"], open[name] != nil else { return }
        open[name]?.lines += 1
        if let id = line.tags["msgid"] { open[name]?.latest = id }
        if let time = line.tags["time"] { open[name]?.latestTime = time }
    }

    /// The batches around a line, innermost first.
    func around(_ line: IRCLine) -> [Batch] {
        var batches: [Batch] = []
        var name = line.tags["batch"]
        while let next = name, let batch = open[next], batches.count < Self.deepest {
            batches.append(batch)
            name = batch.parent
        }
        return batches
    }

    /// Whether a line was said before, and is only now told.
    func isLate(_ line: IRCLine) -> Bool {
        around(line).contains { $0.type.hasSuffix("chathistory") || $0.type == "znc.in/playback" }
    }

    /// The label that a line answers: its own, or that of a batch around it.
    func label(of line: IRCLine) -> String? {
        if let label = line.tags["label"] { return label }
        guard line.tags["batch"] != nil else { return nil }
        return around(line).lazy.compactMap(\.label).first
    }

    /// The label that a batch answers: its own, or that of a batch around it.
    func label(of batch: Batch) -> String? {
        batch.label ?? batch.parent.flatMap { label(of: IRCLine("BATCH", tags: ["batch": $0])) }
    }
}
