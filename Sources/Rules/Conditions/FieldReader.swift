import BotConfig

/// Reads the fields of a predicate one by one and gathers what each asks of the facts.
struct FieldReader {
    let compilation: CompilationContext
    private let name: String
    private let place: SourcePosition
    private let errorsBefore: Int
    private var map: MapReader
    private var checks: [FieldCheck] = []

    /// `nil`, and a diagnostic, for a node that is not a map.
    init?(_ node: ConfigNode, _ name: String, _ compilation: CompilationContext) {
        errorsBefore = compilation.findings.errors
        guard let map = MapReader(node, "'\(name)'", compilation.findings) else { return nil }
        self.map = map
        self.name = name
        self.compilation = compilation
        place = node.place
    }

    private var findings: DiagnosticCollector { compilation.findings }

    /// How a field is named in traces and tests: `author.member_for`.
    func part(_ field: String) -> String { "\(name).\(field)" }

    mutating func take(_ field: String, _ doc: StaticString) -> ConfigNode? { map.take(field, doc) }
    mutating func require(_ field: String, _ doc: StaticString) -> ConfigNode? { map.require(field, doc) }
    mutating func add(_ check: FieldCheck) { checks.append(check) }

    /// A field that compares something. Where the value is unknown, it does not hold.
    mutating func compare(
        _ field: String, _ kind: Comparison.Kind, _ doc: StaticString, unknown: String = "it is not known",
        _ value: @escaping @Sendable (Facts) -> Quantity?
    ) {
        guard let comparison = take(field, doc).flatMap({ Comparison($0, kind, findings) }) else { return }
        let part = part(field)
        add(
            FieldCheck([part]) { facts in
                guard let value = value(facts) else { return .fails(part, unknown) }
                return comparison.decide(part, value)
            })
    }

    /// A field that is `true` or `false`. `nil` stands for unknown, and then neither holds.
    ///
    /// - Parameters:
    ///   - yes: what a trace says where it is so.
    ///   - no: and where it is not.
    mutating func truth(
        _ field: String, _ doc: StaticString, yes: String, no: String, unknown: String = "it is not known",
        _ value: @escaping @Sendable (Facts) -> Bool?
    ) {
        guard let wanted = take(field, doc)?.truth(findings) else { return }
        let part = part(field)
        add(
            FieldCheck([part]) { facts in
                guard let value = value(facts) else { return .fails(part, unknown) }
                let detail = value ? yes : no
                return value == wanted ? .holds(Reason(part, detail)) : .fails(part, detail)
            })
    }

    /// A list of words of an enumeration, or one of them.
    mutating func choices<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type, _ field: String, _ what: String, _ doc: StaticString
    ) -> [Choice]? where Choice.RawValue == String {
        items(field, doc)?.compactMap { $0.choice(type, what, findings) }
    }

    /// The items of a list, or a single one; an empty list is a mistake.
    mutating func items(_ field: String, _ doc: StaticString) -> [ConfigNode]? {
        take(field, doc)?.items(findings)
    }

    /// What was read; `nil` where something is wrong, or nothing was asked for.
    func finish() -> [FieldCheck]? {
        map.finish()
        guard findings.errors == errorsBefore else { return nil }
        guard !checks.isEmpty else {
            findings.error(
                "missing-value", "'\(name)' needs something to look for", at: place, suggestion: "write one of its fields")
            return nil
        }
        return checks
    }

    /// Lets a reader of several fields at once take its own from the same map.
    mutating func withMap<Result>(_ read: (inout MapReader) -> Result) -> Result { read(&map) }
}
