/// Something that a scanner looks for.
package struct Probe: Hashable, Sendable, Comparable {
    let index: Int

    package static func < (left: Probe, right: Probe) -> Bool { left.index < right.index }
}
