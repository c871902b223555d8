import ChatModel

/// Values with their own text notation. Each method returns `nil` and adds a diagnostic with a suggestion for anything else.
extension ConfigNode {
    /// Returns a duration such as `10s`, `5m`, `2h`, `7d`, `2w`, `1h30m`; at least a second unless the range begins lower.
    package func duration(
        in range: ClosedRange<Duration> = .seconds(1)...Duration.seconds(DurationText.longest), _ diagnostics: DiagnosticCollector
    ) -> Duration? {
        if diagnostics.record(.pattern(DurationText.pattern, example: "1h30m"), for: self) { return nil }
        guard let text = scalar("a duration", diagnostics) else { return nil }
        guard let seconds = DurationText.seconds(text[...]) else {
            diagnostics.error(
                "bad-duration", "'\(text)' is not a duration", at: position, suggestion: DurationText.hint(text))
            return nil
        }
        guard range.contains(.seconds(seconds)) else {
            let (low, high) = (range.lowerBound.components.seconds, range.upperBound.components.seconds)
            diagnostics.error(
                "bad-duration",
                "expected a duration from \(DurationText.text(seconds: Int(low))) to \(DurationText.text(seconds: Int(high)))",
                at: position)
            return nil
        }
        return .seconds(seconds)
    }

    /// Returns a size such as `512KB`, `20MB`, `1.5GB`, `20MiB`, in bytes.
    package func sizeInBytes(_ diagnostics: DiagnosticCollector) -> Int? {
        if diagnostics.record(.pattern(SizeText.pattern, example: "20MB"), for: self) { return nil }
        guard let text = scalar("a size", diagnostics) else { return nil }
        guard let bytes = SizeText.bytes(text[...]) else {
            diagnostics.error("bad-size", "'\(text)' is not a size", at: position, suggestion: SizeText.hint(text))
            return nil
        }
        return bytes
    }

    /// Returns a time of day such as `09:00` in minutes from midnight, up to 1440 for `24:00`.
    package func clockTime(_ diagnostics: DiagnosticCollector) -> Int? {
        if diagnostics.record(.pattern(ClockText.pattern, example: "09:00"), for: self) { return nil }
        guard let text = scalar("a time of day", diagnostics) else { return nil }
        guard let minutes = ClockText.minutes(text[...]) else {
            diagnostics.error("bad-clock", "'\(text)' is not a time of day", at: position, suggestion: ClockText.hint(text))
            return nil
        }
        return minutes
    }

    /// Returns `true` or `false`; YAML's other words for them are rejected, so that every reader interprets the file in the same
    /// way.
    package func truth(_ diagnostics: DiagnosticCollector) -> Bool? {
        if diagnostics.record(.truth, for: self) { return nil }
        guard let text = scalar("'true' or 'false'", diagnostics) else { return nil }
        if text == "true" || text == "false" { return text == "true" }
        let meant = ["yes": true, "on": true, "y": true, "1": true, "no": false, "off": false, "n": false, "0": false]
        let lowered = text.lowercased()
        let word = meant[lowered].map(String.init) ?? Spelling.nearest(to: lowered, among: ["true", "false"])
        diagnostics.error(
            "unknown-word", "'\(text)' is not 'true' or 'false'", at: position, suggestion: word.map { "write \($0)" })
        return nil
    }

    /// Returns a decimal number.
    package func number(in range: ClosedRange<Double>, _ diagnostics: DiagnosticCollector) -> Double? {
        if diagnostics.record(.number(range), for: self) { return nil }
        guard let text = scalar("a number", diagnostics) else { return nil }
        guard let number = DecimalParser.number(text[...]), range.contains(number) else {
            diagnostics.error(
                "wrong-number",
                "expected a number from \(DecimalParser.text(range.lowerBound)) to \(DecimalParser.text(range.upperBound))",
                at: position,
                suggestion: DecimalParser.hint(text, in: range))
            return nil
        }
        return number
    }

    private func scalar(_ what: String, _ diagnostics: DiagnosticCollector) -> String? {
        if case .scalar(let text, _) = kind, !isEmpty { return text }
        diagnostics.error("wrong-kind", isEmpty ? "expected \(what)" : "expected \(what), not \(kindName)", at: position)
        return nil
    }
}
