import ChatModel
import Foundation
import Testing

struct IdentifiersTests {
    @Test(arguments: [
        ("0", 0), ("42", 42), ("9223372036854775807", Int64.max), ("007", 7),
    ])
    func `decimal digits are parsed as an id`(text: String, value: Int64) {
        #expect(UserID(text) == UserID(value))
    }

    @Test(arguments: ["", " 1", "1 ", "+1", "-1", "-0", "0x10", "1.0", "9223372036854775808", "٣", "general"])
    func `an invalid id is rejected`(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test(arguments: [#"["123"]"#, "[123]"])
    func `an id is decoded from a JSON string or number`(json: String) throws {
        #expect(try JSONDecoder().decode([UserID].self, from: Data(json.utf8)) == [123])
    }

    @Test(arguments: [#"["-1"]"#, "[-1]", #"["x"]"#, "[1.5]", "[9223372036854775808]", "[null]", "[true]"])
    func `an invalid id is a JSON decoding error`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UserID].self, from: Data(json.utf8)) }
    }

    @Test func `an id is encoded as a string, also as a key`() throws {
        let encoder = JSONEncoder()
        let id: UserID = 1_840_666_462_012_837_888
        #expect(String(decoding: try encoder.encode([id]), as: UTF8.self) == #"["1840666462012837888"]"#)
        let map = [id: 1]
        let data = try encoder.encode(map)
        #expect(String(decoding: data, as: UTF8.self) == #"{"1840666462012837888":1}"#)
        #expect(try JSONDecoder().decode([UserID: Int].self, from: data) == map)
    }
}
