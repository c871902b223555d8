package import ChatModel
import Foundation

/// The JSON text of a message's content (Documentation/Protocol.md §3.1).
package enum ContentJSON {
    /// Decodes received content. Anything but a JSON object is kept as its own text and marked malformed, as Mezon's clients do.
    package static func decode(_ json: String) -> Content {
        if let text = plainText(json) { return Content(text) }
        guard let object = JSONReader.value(of: json)?.object else {
            return Content(json, isMalformed: true)
        }
        var extras = object.filter { $0.value != .null }
        let text = extras.removeValue(forKey: "t")
        if let text, text.string == nil { extras["t"] = text }
        var content = Content(text?.string ?? "", extras: extras)
        content.takeMarkup()
        return content
    }

    /// Encodes content with sorted keys, so that equal contents give equal texts.
    package static func encode(_ content: Content) -> String {
        if content.isMalformed { return content.text }
        if content.markup.isEmpty, content.extras.isEmpty, content.text.utf8.allSatisfy(isUnescaped) {
            var json = "{\"t\":\""
            json.reserveCapacity(content.text.utf8.count + 8)  // An interpolated text would grow piece by piece.
            json += content.text
            json += "\"}"
            return json
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A JSONValue can always be encoded: its doubles came from JSON.
        let data = (try? encoder.encode(object(of: content))) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the content as an object, for embedding in another one.
    package static func object(of content: Content) -> [String: JSONValue] {
        var object = content.extras
        // A received text that was none is sent back as it was; nothing else takes the place of the text that handlers have seen.
        if !content.text.isEmpty || object["t"].map({ $0.string != nil }) ?? true { object["t"] = .string(content.text) }
        if !content.markup.isEmpty {
            object["mk"] = .array(content.markup.map(value(of:)) + (object["mk"]?.array ?? []))
        }
        return object
    }

    /// Returns the length that Mezon's limit applies to: UTF-16 units of the whole JSON text.
    package static func length(of content: Content) -> Int { encode(content).utf16.count }

    /// Returns the text of `{"t":"…"}` without escapes, by far the most common content, without a JSON parser.
    private static func plainText(_ json: String) -> String? {
        var json = json
        return json.withUTF8 { bytes -> String? in
            guard bytes.count >= 8, bytes[0] == UInt8(ascii: "{"), bytes[1] == UInt8(ascii: "\""), bytes[2] == UInt8(ascii: "t"),
                bytes[3] == UInt8(ascii: "\""), bytes[4] == UInt8(ascii: ":")
            else { return nil }
            let open = bytes[5] == UInt8(ascii: " ") ? 6 : 5
            let close = bytes.count - 2
            guard close > open, bytes[open] == UInt8(ascii: "\""), bytes[close] == UInt8(ascii: "\""),
                bytes[close + 1] == UInt8(ascii: "}")
            else { return nil }
            let text = bytes[(open + 1)..<close]
            guard text.allSatisfy(isUnescaped) else { return nil }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Returns a Boolean value that indicates whether a byte needs no escape in a JSON string.
    private static func isUnescaped(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func value(of markup: Markup) -> JSONValue {
        var keys = markup.attributes
        keys["type"] = .string(markup.kind)
        keys["s"] = .integer(Int64(markup.range.start))
        keys["e"] = .integer(Int64(markup.range.end))
        return .object(keys)
    }
}
