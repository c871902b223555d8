package import ChatModel

/// Recognizes a select choice that the server reports in both of its forms: as a press and as a choice.
///
/// The two follow each other in either order. Two presses of a button are two interactions.
package struct InteractionDeduplicator: Sendable {
    private var recent: [(click: ButtonClick, at: Duration)] = []

    private static let limit = 64
    private static let span = Duration.seconds(2)  // Both are pushed at once; a second choice by a user takes longer.

    package init() {}

    /// Records an interaction.
    ///
    /// - Returns: A Boolean value that indicates whether it was reported before in the other form.
    package mutating func isDuplicate(_ click: ButtonClick, at uptime: Duration) -> Bool {
        guard !click.extra.isEmpty else { return false }
        recent.removeAll { uptime - $0.at > Self.span }
        var other = click
        other.isChoice.toggle()
        if let index = recent.firstIndex(where: { $0.click == other }) {
            recent.remove(at: index)
            return true
        }
        recent.append((click, uptime))
        if recent.count > Self.limit { recent.removeFirst() }
        return false
    }
}
