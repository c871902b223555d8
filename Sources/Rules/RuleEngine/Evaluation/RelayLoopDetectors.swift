import ChatModel

/// The relay loop detectors of the clans, so that texts of one clan hold back no message of another.
///
/// A place is a clan, a connection's network, or a direct conversation. A message that is relayed to another place is also compared
/// with the texts seen there: those written there and those relayed to it.
struct RelayLoopDetectors {
    private struct Destination {
        var detector = RelayLoopDetector()
        var lastUse = 0
    }

    private static let maxDestinations = 1024
    private static let maxLines = 65_536  // In all places; those unused longest are dropped.

    private var destinations: [String: Destination] = [:]
    private var uses = 0
    private var lines = 0

    /// Records a message of a place before any rule is evaluated for it.
    mutating func note(_ message: Message, in destination: String) { change(destination) { $0.note(message) } }

    /// Records the versions of a message that a place shows besides the one that was written there.
    mutating func noteRelayed(_ versions: [Message], to destination: String) {
        guard !versions.isEmpty else { return }
        change(destination) { for message in versions { $0.remember(message) } }
    }

    /// Returns the reason why a message of a place must not be relayed; `nil` if it may be.
    func reason(_ message: MessageID, in destination: String) -> String? { destinations[destination]?.detector.reason(message) }

    /// Returns the reason why a message must not be relayed to a place that is not its own; `nil` if it may be.
    func reason(_ message: Message, relayedTo destination: String) -> String? {
        destinations[destination]?.detector.copyReason(message)
    }

    private mutating func change(_ name: String, _ change: (inout RelayLoopDetector) -> Void) {
        uses += 1
        let before = destinations[name]?.detector.lineCount ?? 0
        change(&destinations[name, default: Destination()].detector)
        destinations[name]?.lastUse = uses
        lines += (destinations[name]?.detector.lineCount ?? 0) - before
        while destinations.count > Self.maxDestinations || lines > Self.maxLines,
            let unused = destinations.min(by: { $0.value.lastUse < $1.value.lastUse }), unused.key != name
        {
            destinations[unused.key] = nil
            lines -= unused.value.detector.lineCount
        }
    }
}
