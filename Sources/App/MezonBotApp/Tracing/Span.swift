import Foundation

/// A part of the time that an event took, in the JSON encoding of OTLP.
struct Span: Encodable, Hashable, Sendable {
    struct Attribute: Encodable, Hashable, Sendable {
        struct Value: Encodable, Hashable, Sendable {
            var stringValue: String?
            /// A 64-bit integer, which the encoding writes as a text.
            var intValue: String?
            var boolValue: Bool?
        }

        var key: String
        var value: Value

        init(_ key: String, _ value: String) { (self.key, self.value) = (key, Value(stringValue: value)) }
        init(_ key: String, _ value: Int64) { (self.key, self.value) = (key, Value(intValue: "\(value)")) }
        init(_ key: String, _ value: Bool) { (self.key, self.value) = (key, Value(boolValue: value)) }
    }

    struct Status: Encodable, Hashable, Sendable {
        /// 2 for an error.
        var code: Int
        var message: String?
    }

    /// 32 hexadecimal digits.
    var traceId: String
    /// 16 hexadecimal digits.
    var spanId: String
    /// Nil for the root.
    var parentSpanId: String?
    var name: String
    /// 1 for internal work, 3 for a request to a server.
    var kind = 1
    var startTimeUnixNano: String
    var endTimeUnixNano: String
    var attributes: [Attribute]
    var status: Status?

    /// - Parameters:
    ///   - start: The start; the span ends then if `end` is earlier, as after a step of the clock.
    init(
        _ name: String, trace: String, id: String, parent: String?, from start: Date, to end: Date, attributes: [Attribute] = []
    ) {
        traceId = trace
        spanId = id
        parentSpanId = parent
        self.name = name
        startTimeUnixNano = Self.nanoseconds(start)
        endTimeUnixNano = Self.nanoseconds(max(start, end))
        self.attributes = attributes
    }

    private static func nanoseconds(_ date: Date) -> String {
        // Exact to the microsecond, within what a Double of seconds holds.
        "\(UInt64(max(0, (date.timeIntervalSince1970 * 1_000_000).rounded())))000"
    }
}

/// The body of a request to a collector.
struct SpanExport: Encodable {
    struct Resource: Encodable { var attributes: [Span.Attribute] }
    struct Scope: Encodable { var name: String }
    struct ScopeSpans: Encodable {
        var scope: Scope
        var spans: [Span]
    }
    struct ResourceSpans: Encodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    var resourceSpans: [ResourceSpans]

    init(_ spans: [Span]) {
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: [.init("service.name", "mezon-bot")]),
                scopeSpans: [ScopeSpans(scope: Scope(name: "mezon-bot"), spans: spans)])
        ]
    }
}
