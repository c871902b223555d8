package import MezonModel

/// Knows a choice in a select that the server tells of in both ways that it has: as a press, and as a choice.
///
/// The two come one behind the other, in either order. Two presses of one button are two.
package struct InteractionDeduplicator: Sendable {
    private var recent: [(click: ButtonClick, at: Duration)] = []

    private static let most = 64
    private static let span = Duration.seconds(2)  // Both are pushed at once; somebody who chooses again takes longer.

    package init() {}

    /// Takes in what was pressed or chosen.
    ///
    /// - Returns: whether it was told before, in the other way.
    package mutating func repeats(_ click: ButtonClick, at uptime: Duration) -> Bool {
        guard !click.extra.isEmpty else { return false }
        recent.removeAll { uptime - $0.at > Self.span }
        var other = click
        other.isChoice.toggle()
        if let place = recent.firstIndex(where: { $0.click == other }) {
            recent.remove(at: place)
            return true
        }
        recent.append((click, uptime))
        if recent.count > Self.most { recent.removeFirst() }
        return false
    }
}
