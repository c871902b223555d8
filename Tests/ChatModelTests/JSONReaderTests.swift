import ChatModel
import Testing

struct JSONReaderTests {
    @Test(arguments: ["[", "{\"a\":", "[{\"a\":["], [200, 100_000])
    func `with cutting enabled values that are too deep become null, and the rest is decoded`(opening: String, depth: Int) {
        let closing = ["[": "]", "{\"a\":": "}"][opening] ?? "]}]"
        // Brackets within a string do not count.
        let deep = String(repeating: opening, count: depth) + #""]}\" 1,2""# + String(repeating: closing, count: depth)
        guard case .value(.object(let object)) = JSONReader.read("{\"deep\":\(deep),\"b\":[1]}", truncatesDeepValues: true) else {
            Issue.record("it was not read")
            return
        }
        #expect(object["b"] == [1])
        #expect(JSONReader.read("{\"deep\":\(deep.dropLast()),\"b\":[1]}", truncatesDeepValues: true) == .malformed)
    }

    @Test(arguments: [(JSONReader.maxValues - 1, true), (JSONReader.maxValues, false)])
    func `JSON with too many values is rejected`(count: Int, isRead: Bool) {
        let json = "[" + String(repeating: "0,", count: count - 1) + "0]"
        #expect((JSONReader.value(of: json) != nil) == isRead)
    }
}
