/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText: Sendable {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    enum Kind: String, Sendable { case counter, gauge, histogram }

    /// A value and its labels.
    struct Sample: Sendable {
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var value: Double

        init(_ value: Double, _ labels: [(String, String)] = [], suffix: String = "") {
            self.value = value
            self.labels = labels.map { ($0.0, $0.1) }
            self.suffix = suffix
        }
    }

    private(set) var text = ""

    /// Adds a metric with all of its samples.
    ///
    /// - Parameters:
    ///   - name: A name in lower case with the unit at its end; that of a counter ends with `_total`.
    ///   - help: A sentence without a line break.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name + sample.suffix
            if !sample.labels.isEmpty {
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
                text += "{\(labels.joined(separator: ","))}"
            }
            text += " \(Self.number(sample.value))\n"
        }
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [Sample(value)])
    }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) { add(name, kind, help, Double(value)) }

    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Bool) { add(name, kind, help, value ? 1 : 0) }

    private static func number(_ value: Double) -> String {
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
