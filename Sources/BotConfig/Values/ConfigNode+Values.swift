import MezonModel

/// Values with their own text notation. Each method returns `nil` and adds a diagnostic with a suggestion for anything else.
extension ConfigNode {
    /// Returns a duration such as `10s`, `5m`, `2h`, `7d`, `2w`, `1h30m`; at least a second unless the range begins lower.
    package func duration(
        in range: ClosedRange<Duration> = .seconds(1)...Duration.seconds(DurationText.longest), _ findings: DiagnosticCollector
    ) -> Duration? {
        if findings.record(.pattern(DurationText.pattern, example: "1h30m"), for: self) { return nil }
        guard let text = scalar("a duration", findings) else { return nil }
        guard let seconds = DurationText.seconds(text[...]) else {
            findings.error(
                "bad-duration", "'\(text)' is not a duration", at: position, suggestion: DurationText.hint(text))
            return nil
        }
        guard range.contains(.seconds(seconds)) else {
            let (low, high) = (range.lowerBound.components.seconds, range.upperBound.components.seconds)
            findings.error(
                "bad-duration",
                "expected a duration from \(DurationText.text(seconds: Int(low))) to \(DurationText.text(seconds: Int(high)))",
                at: position)
            return nil
        }
        return .seconds(seconds)
    }

    /// Returns a size such as `512KB`, `20MB`, `1.5GB`, `20MiB`, in bytes.
    package func sizeInBytes(_ findings: DiagnosticCollector) -> Int? {
        if findings.record(.pattern(SizeText.pattern, example: "20MB"), for: self) { return nil }
        guard let text = scalar("a size", findings) else { return nil }
        guard let bytes = SizeText.bytes(text[...]) else {
            findings.error("bad-size", "'\(text)' is not a size", at: position, suggestion: SizeText.hint(text))
            return nil
        }
        return bytes
    }

    /// Returns a time of day such as `09:00` in minutes from midnight, up to 1440 for `24:00`.
    package func clockTime(_ findings: DiagnosticCollector) -> Int? {
        if findings.record(.pattern(ClockText.pattern, example: "09:00"), for: self) { return nil }
        guard let text = scalar("a time of day", findings) else { return nil }
        guard let minutes = ClockText.minutes(text[...]) else {
            findings.error("bad-clock", "'\(text)' is not a time of day", at: position, suggestion: ClockText.hint(text))
            return nil
        }
        return minutes
    }

    /// Returns `true` or `false`; YAML's other words for them are rejected, so that every reader interprets the file in the same
    /// way.
    package func truth(_ findings: DiagnosticCollector) -> Bool? {
        if findings.record(.truth, for: self) { return nil }
        guard let text = scalar("'true' or 'false'", findings) else { return nil }
        if text == "true" || text == "false" { return text == "true" }
        let meant = ["yes": true, "on": true, "y": true, "1": true, "no": false, "off": false, "n": false, "0": false]
        let lowered = text.lowercased()
        let word = meant[lowered].map(String.init) ?? Spelling.nearest(to: lowered, among: ["true", "false"])
        findings.error(
            "unknown-word", "'\(text)' is not 'true' or 'false'", at: position, suggestion: word.map { "write \($0)" })
        return nil
    }

    /// Returns a decimal number.
    package func number(in range: ClosedRange<Double>, _ findings: DiagnosticCollector) -> Double? {
        if findings.record(.number(range), for: self) { return nil }
        guard let text = scalar("a number", findings) else { return nil }
        guard let number = DecimalParser.number(text[...]), range.contains(number) else {
            findings.error(
                "wrong-number",
                "expected a number from \(DecimalParser.text(range.lowerBound)) to \(DecimalParser.text(range.upperBound))",
                at: position,
                suggestion: DecimalParser.hint(text, in: range))
            return nil
        }
        return number
    }

    private func scalar(_ what: String, _ findings: DiagnosticCollector) -> String? {
        if case .scalar(let text, _) = kind, !isEmpty { return text }
        findings.error("wrong-kind", isEmpty ? "expected \(what)" : "expected \(what), not \(kindName)", at: position)
        return nil
    }
}
