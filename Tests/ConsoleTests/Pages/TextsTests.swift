import ChatModel
import Foundation
import Testing

@testable import Console

struct TextsTests {
    @Test func `every language has every text`() throws {
        let english = try Texts(.en).table
        for language in Language.allCases {
            let table = try Texts(language).table
            #expect(Set(table.keys).symmetricDifference(english.keys) == [])
            #expect(table.filter { $0.value.trimmingCharacters(in: .whitespaces).isEmpty }.isEmpty)
        }
    }

    @Test func `templates name only texts that exist`() throws {
        let table = try Texts(.en).table
        for (name, bytes) in PageTemplates.sources {
            let keys = String(decoding: bytes, as: UTF8.self).matches(of: /\{\{t\.([a-z_]+)\}\}/).map { String($0.1) }
            #expect(keys.filter { table[$0] == nil } == [], "\(name)")
        }
    }

    @Test func `values take the places of their names`() throws {
        #expect(try Texts(.en).text("filter_unknown", ["word": "x"]) == "Nothing recent is named 'x'.")
    }

    @Test func `Vietnamese texts are translations`() throws {
        let (english, vietnamese) = (try Texts(.en).table, try Texts(.vi).table)
        let same = english.filter { vietnamese[$0.key] == $0.value }.map(\.key).sorted()
        #expect(same == ["column_bot", "filter_clan"])
    }
}
