import ChatModel
import Foundation
import Testing

struct JSONValueTests {
    @Test(arguments: [
        ("null", JSONValue.null), ("true", .bool(true)), ("1", .integer(1)), ("-9223372036854775808", .integer(.min)),
        ("1.5", .number(1.5)), ("\"1\"", .string("1")), ("[1,\"a\"]", .array([.integer(1), .string("a")])),
        ("{\"a\":{}}", .object(["a": .object([:])])),
    ])
    func `a JSON value is decoded by kind and encoded unchanged`(json: String, value: JSONValue) throws {
        let read = try JSONDecoder().decode([JSONValue].self, from: Data("[\(json)]".utf8))
        #expect(read == [value])
        #expect(String(decoding: try JSONEncoder().encode(read), as: UTF8.self) == "[\(json)]")
    }

    @Test(arguments: [
        (JSONValue.integer(3), Int64?(3)), (.string("3"), 3), (.number(3), 3), (.number(3.5), nil), (.number(1e300), nil),
        (.string("3.0"), nil), (.bool(true), nil), (.null, nil),
    ])
    func `an integer is read from a number or a string`(value: JSONValue, integer: Int64?) {
        #expect(value.integer == integer)
    }
}
