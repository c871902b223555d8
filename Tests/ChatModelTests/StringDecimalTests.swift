import Testing

@testable import ChatModel

struct StringDecimalTests {
    @Test(
        arguments: [0, 7, 10, 99_999, 1_900_000_000_000_000_101, 999_999_999_999_999, 1_000_000_000_000_000, -1, .max, .min]
            as [Int64])
    func `a number is appended as its description says`(number: Int64) {
        var text = "n"
        text.append(decimal: number)
        #expect(text == "n\(number)")
    }
}
