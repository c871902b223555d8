/// How fast the house speaks.
package struct SendSettings: Hashable, Sendable {
    /// Messages that may start in any second, over all channels. Nil leaves it to the house: eighty, as Mezon's own clients, and
    /// no limit at a local gateway.
    package var perSecond: Int?
}

extension SendSettings {
    init(_ node: ConfigNode?, _ findings: DiagnosticCollector) {
        guard let node, var map = MapReader(node, "'send'", findings) else { return }
        if let rate = map.take("per_second", "Messages that may start in any second, over all channels.")?.wholeNumber(
            in: 1...100_000, findings)
        {
            perSecond = rate
        }
        map.finish()
    }
}
