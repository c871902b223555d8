/// The identifier of a needle or pattern in a scanner.
package struct ScanTarget: Hashable, Sendable, Comparable {
    let index: Int

    package static func < (left: ScanTarget, right: ScanTarget) -> Bool { left.index < right.index }
}
