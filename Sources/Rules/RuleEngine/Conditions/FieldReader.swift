import BotConfiguration
import ChatModel

/// Reads the fields of a condition one by one and collects their checks.
struct FieldReader {
    let compilation: CompilationContext
    private let name: String
    private let node: ConfigNode
    private var position: SourcePosition { node.position }
    private let errorsBefore: Int
    private var map: MapReader
    private var checks: [FieldCheck] = []
    /// Values from lists that fields name, by field.
    private var examples: [String: [String]] = [:]

    /// Creates a reader; `nil`, with a diagnostic, if the node is not a map.
    init?(_ node: ConfigNode, _ name: String, _ compilation: CompilationContext) {
        errorsBefore = compilation.diagnostics.errors
        guard let map = MapReader(node, "'\(name)'", compilation.diagnostics) else { return nil }
        self.map = map
        self.name = name
        self.compilation = compilation
        self.node = node
        self.map.advise(compilation.registry.conditionNames) { "write it beside '\(name)', as an item of its own: - \($0): …" }
    }

    private var diagnostics: DiagnosticCollector { compilation.diagnostics }

    /// Returns the name of a field in traces and tests: `author.member_for`.
    func part(_ field: String) -> String { "\(name).\(field)" }

    mutating func take(_ field: String, _ doc: StaticString) -> ConfigNode? { map.take(field, doc) }
    mutating func require(_ field: String, _ doc: StaticString) -> ConfigNode? { map.require(field, doc) }
    /// Adds a check. One without a known meaning holds together with any other that is written in the same way.
    ///
    /// - Parameter necessary: What holds whenever the check does, if that is all that is known of it.
    mutating func add(_ check: FieldCheck, requiring necessary: Formula? = nil) {
        var check = check
        if check.meaning == nil, !compilation.diagnostics.isRecording {
            let itself = Formula.literal(.opaque(check.parts.last ?? name, written), .truth(true))
            check.meaning = necessary.map { .all([$0, itself]) } ?? itself
        }
        checks.append(check)
    }

    /// Adds values from the list that a field names to what is known of the condition.
    mutating func note(_ values: [String], of field: String) { examples[field] = values }

    /// The condition as it is written, with values from the lists that it names.
    private var written: JSONValue {
        guard !examples.isEmpty, case .object(var fields) = node.json else { return node.json }
        for (field, values) in examples {
            guard case .string(let name) = fields[field] else { continue }
            fields[field] = .array([.string(name)] + values.map { .string($0) })
        }
        return .object(fields)
    }

    /// Reads a field that compares a quantity. An unknown value does not match.
    mutating func compare(
        _ field: String, _ kind: Comparison.Kind, _ doc: StaticString, of feature: Feature? = nil, unknown: String = "unknown",
        _ value: @escaping @Sendable (Facts) -> Quantity?
    ) {
        guard let threshold = take(field, doc).flatMap({ threshold(field, kind, $0) }) else { return }
        let (part, comparison) = (threshold.part, threshold.comparison)
        add(
            FieldCheck(
                [part], meaning: feature.map { .numbers($0, comparison) },
                threshold: MeasuredThreshold(threshold: threshold) { value($0)?.value }
            ) { facts in
                guard let value = value(facts) else { return .fails(part, unknown) }
                return comparison.decide(part, value)
            })
    }

    /// Reads the comparison of a field; `nil`, with a diagnostic, if it is none.
    func threshold(_ field: String, _ kind: Comparison.Kind, _ node: ConfigNode) -> ConditionThreshold? {
        Comparison(node, kind, diagnostics).map {
            ConditionThreshold(part: part(field), comparison: $0, kind: kind, position: node.position)
        }
    }

    /// Reads a field that is `true` or `false`. If the value is `nil` (unknown), neither matches.
    ///
    /// - Parameters:
    ///   - yes: The detail in the trace if the value is true.
    ///   - no: The detail in the trace if the value is false.
    /// - Returns: A Boolean value that indicates whether the field was given.
    @discardableResult
    mutating func truth(
        _ field: String, _ doc: StaticString, of feature: Feature? = nil, yes: String, no: String, unknown: String = "unknown",
        _ value: @escaping @Sendable (Facts) -> Bool?
    ) -> Bool {
        guard let wanted = take(field, doc)?.truth(diagnostics) else { return false }
        let part = part(field)
        add(
            FieldCheck([part], meaning: feature.map { .truth($0, wanted) }) { facts in
                guard let value = value(facts) else { return .fails(part, unknown) }
                let detail = value ? yes : no
                return value == wanted ? .holds(Reason(part, detail)) : .fails(part, detail)
            })
        return true
    }

    /// Reads a list of values of an enumeration, or a single value.
    mutating func choices<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type, _ field: String, _ what: String, _ doc: StaticString
    ) -> [Choice]? where Choice.RawValue == String {
        items(field, doc)?.compactMap { $0.choice(type, what, diagnostics) }
    }

    /// Reads the items of a list, or a single item. An empty list is an error.
    mutating func items(_ field: String, _ doc: StaticString) -> [ConfigNode]? {
        take(field, doc)?.items(diagnostics)
    }

    /// Returns the checks that were read; `nil` if a field is invalid or none was given.
    func finish() -> [FieldCheck]? {
        map.finish()
        guard diagnostics.errors == errorsBefore else { return nil }
        guard !checks.isEmpty else {
            diagnostics.error(
                "missing-value", "'\(name)' needs at least one field", at: position, suggestion: "write one of its fields")
            return nil
        }
        return checks
    }

    /// Gives access to the underlying map, so that a reader of several fields can take its own.
    mutating func withMap<Result>(_ read: (inout MapReader) -> Result) -> Result { read(&map) }
}
