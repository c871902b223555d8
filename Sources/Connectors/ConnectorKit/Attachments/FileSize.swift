/// Formats a number of bytes for people, such as `31.4 MB`, in decimal units as Mezon does.
enum FileSize {
    static func text(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(max(0, bytes)) bytes" }
        var tenths = bytes / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " \(units[unit])"
    }

    private static let units = ["kB", "MB", "GB", "TB"]
}
