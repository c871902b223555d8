import MezonModel

extension Names {
    /// `names: { clans: {…}, channels: {…}, roles: {…}, users: {…} }`
    init(_ node: ConfigNode, _ findings: Findings) {
        self.init()
        guard var map = MapReader(node, "'names'", findings) else { return }
        for kind in Kind.allCases {
            for entry in map.take(kind.rawValue)?.named("names.\(kind.rawValue)", findings) ?? [] {
                guard Names.isUsable(entry.key) else {
                    findings.error(
                        "bad-name", "a name has letters, digits, '-', '_' and '.', and is not 'all'", at: entry.keyPlace)
                    continue
                }
                guard case .scalar(let text, let style) = entry.value.kind, let id = ChannelID(text), !id.isNone else {
                    findings.error("bad-id", "an id of Mezon belongs here: digits in quotes", at: entry.value.place)
                    continue
                }
                Names.warnIfUnquoted(style, at: entry.value.place, findings)
                add(Entry(kind: kind, id: id.rawValue, place: entry.keyPlace), as: entry.key, findings)
            }
        }
        map.finish()
    }

    /// `all` is what other keys say for every channel.
    private static func isUsable(_ name: String) -> Bool {
        name != "all" && !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }
}
