import ChatModel
import Testing

struct ContentTests {
    @Test(arguments: [
        ("hello", 0, 5, "hello"),
        ("hello", 1, 3, "el"),
        ("hello", 5, 5, ""),
        ("a👍b", 1, 3, "👍"),
        ("Việt", 0, 4, "Việt"),
    ])
    func `a text range counts UTF-16 units`(text: String, start: Int, end: Int, slice: String) {
        #expect(TextRange(start, end).slice(of: text).map(String.init) == slice)
    }

    @Test(arguments: [
        ("hello", -1, 2), ("hello", 3, 2), ("hello", 0, 6), ("hello", 6, 7), ("a👍b", 1, 2), ("a👍b", 2, 3),
        ("hello", Int.min, Int.max), ("hello", Int.max, Int.max), ("hello", Int.max, Int.min),
    ])
    func `a range out of bounds, reversed or within a character has no slice`(text: String, start: Int, end: Int) {
        #expect(TextRange(start, end).slice(of: text) == nil)
    }
}
