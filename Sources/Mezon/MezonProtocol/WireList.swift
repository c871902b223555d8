import ChatModel
import Foundation
import SwiftProtobuf

/// Decodes the lists in a received message: protobuf, or JSON in messages stored long ago (Documentation/Protocol.md §3.2).
enum WireList {
    static func decode<List: SwiftProtobuf.Message>(_ bytes: Data, _ field: String) -> List? {
        guard let first = bytes.first else { return List() }
        guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return try? List(serializedBytes: bytes) }
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        let object = first == UInt8(ascii: "{") ? bytes : Data("{\"\(field)\":".utf8) + bytes + Data("}".utf8)
        return try? List(jsonUTF8Data: object, options: options)
    }
}
