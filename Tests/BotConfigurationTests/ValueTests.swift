import ChatModel
import Testing

@testable import BotConfiguration

/// The text of a value, its parsed form, and the suggestion if it is invalid.
private typealias Row<Value> = (text: String, value: Value?, suggestion: String?)

@Suite struct ValueTests {
    private static let durations: [Row<Duration>] = [
        ("10s", .seconds(10), nil), ("5m", .seconds(300), nil), ("2h", .seconds(7200), nil), ("7d", .seconds(604_800), nil),
        ("2w", .seconds(1_209_600), nil), ("1h30m", .seconds(5400), nil), ("1d12h", .seconds(129_600), nil),
        ("500ms", nil, "write whole seconds: 1s is the shortest"), ("10", nil, "write 10s, 10m, 10h or 10d"),
        ("10 minutes", nil, "write 10m"), ("90min", nil, "write 1h30m"), ("1.5h", nil, "write 1h30m"),
        ("10 phút", nil, "write 10m"),
        ("1 month", nil, "write 30d"), ("30m1h", nil, DurationText.general), ("soon", nil, DurationText.general),
        ("99999999999999999999s", nil, DurationText.general), ("9999w", nil, DurationText.general), ("0s", nil, nil),
        ("٣s", nil, DurationText.general),
    ]

    @Test(arguments: durations)
    private func `durations are parsed`(row: Row<Duration>) {
        expect(row, code: "bad-duration") { $0.duration($1) }
    }

    private static let sizes: [Row<Int>] = [
        ("20MB", 20_000_000, nil), ("1.5GB", 1_500_000_000, nil), ("512KB", 512_000, nil), ("20MiB", 20_971_520, nil),
        ("0B", 0, nil), ("20", nil, "write 20KB, 20MB or 20GB"), ("20 mb", nil, "write 20MB"), ("20M", nil, "write 20MB"),
        ("1,5GB", nil, "write 1.5GB"), ("big", nil, SizeText.general), ("99999999TB", nil, "write 99999999TB"),
    ]

    @Test(arguments: sizes)
    private func `sizes are parsed`(row: Row<Int>) {
        expect(row, code: "bad-size") { $0.sizeInBytes($1) }
    }

    private static let clocks: [Row<Int>] = [
        ("09:00", 540, nil), ("9:05", 545, nil), ("24:00", 1440, nil), ("24:01", nil, ClockText.general),
        ("9h30", nil, "write \"09:30\""), ("9am", nil, "write \"09:00\""), ("9.30 pm", nil, "write \"21:30\""),
        ("0900", nil, "write \"09:00\""), ("12am", nil, "write \"00:00\""), ("noon", nil, ClockText.general),
    ]

    @Test(arguments: clocks)
    private func `clock times are parsed`(row: Row<Int>) {
        expect(row, code: "bad-clock") { $0.clockTime($1) }
    }

    private static let truths: [Row<Bool>] = [
        ("true", true, nil), ("false", false, nil), ("yes", nil, "write true"), ("Off", nil, "write false"),
        ("ture", nil, "write true"), ("maybe", nil, nil),
    ]

    @Test(arguments: truths)
    private func `Boolean values are parsed`(row: Row<Bool>) {
        expect(row, code: "unknown-word") { $0.truth($1) }
    }

    private static let numbers: [Row<Double>] = [
        ("0.5", 0.5, nil), ("1", 1, nil), ("2", nil, "write 0.02"), ("80%", nil, "write 0.8"), ("0,8", nil, "write 0.8"),
        ("inf", nil, nil), ("1e-1", nil, nil), (".5", nil, nil),
    ]

    @Test(arguments: numbers)
    private func `decimal numbers are parsed`(row: Row<Double>) {
        expect(row, code: "wrong-number") { $0.number(in: 0...1, $1) }
    }

    private static let stretches: [(String, String?, [Int])] = [
        ("08:30-12:00", nil, [510, 719]), ("22:00-06:00", nil, [0, 359, 1320, 1439]),
        ("00:00 - 24:00", nil, [0, 359, 360, 509, 510, 719, 720, 1319, 1320, 1439]),
        ("9-12", "write \"09:00-12:00\"", []), ("9am-5pm", "write \"09:00-17:00\"", []),
        ("morning", "write \"08:30-12:00\"", []), ("09:00-09:00", "write \"00:00-24:00\"", []),
        ("24:00-06:00", "write \"08:30-12:00\"", []),
    ]

    @Test(arguments: stretches)
    func `a clock range may span midnight`(text: String, suggestion: String?, within: [Int]) {
        let diagnostics = DiagnosticCollector()
        let range = ClockRange(node(text), diagnostics)
        let minutes = [0, 359, 360, 509, 510, 719, 720, 1319, 1320, 1439]
        #expect(minutes.filter { range?.contains(minute: $0) ?? false } == within)
        #expect(diagnostics.diagnostics.map(\.suggestion) == (range == nil ? [suggestion] : []))
    }

    @Test func `a list or a map is not a scalar value`() {
        let diagnostics = DiagnosticCollector()
        let list = ConfigNode(kind: .list([]), position: SourcePosition(file: "a", line: 1, column: 1))
        #expect(list.duration(diagnostics) == nil && list.truth(diagnostics) == nil && list.sizeInBytes(diagnostics) == nil)
        #expect(diagnostics.diagnostics.map(\.code) == ["wrong-kind", "wrong-kind", "wrong-kind"])
    }

    private func expect<Value: Equatable>(
        _ row: Row<Value>, code: String, _ read: (ConfigNode, DiagnosticCollector) -> Value?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let diagnostics = DiagnosticCollector()
        #expect(read(node(row.text), diagnostics) == row.value, sourceLocation: sourceLocation)
        #expect(
            diagnostics.diagnostics.map(\.code) == (row.value == nil ? [code] : []), sourceLocation: sourceLocation)
        #expect(diagnostics.diagnostics.first?.suggestion == row.suggestion, sourceLocation: sourceLocation)
    }

    private func node(_ text: String) -> ConfigNode {
        ConfigNode(kind: .scalar(text, .plain), position: SourcePosition(file: "a", line: 1, column: 1))
    }
}
