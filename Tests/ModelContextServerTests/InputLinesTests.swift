import AsyncSupport
import Foundation
import ModelContextServer
import Testing

struct InputLinesTests {
    private func lines(_ text: String, maxLength: Int = 10) async throws -> [String] {
        let pipe = Pipe()
        Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? pipe.fileHandleForWriting.close()
        }.start()
        var lines: [String] = []
        for await line in InputLines(pipe.fileHandleForReading.fileDescriptor, maxLength: maxLength) {
            switch line {
            case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: lines.append("too long")
            }
        }
        withExtendedLifetime(pipe) {}
        return lines
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
        ("0123456789\n0123456789a\nb", ["0123456789", "too long", "b"]),
        ("0123456789a", ["too long"]), ("a\r\nb\n", ["a\r", "b"]),
    ])
    func `input is split into lines of a bounded length`(text: String, expected: [String]) async throws {
        #expect(try await lines(text) == expected)
    }

    @Test func `long input is split in linear time`() async throws {
        let long = String(repeating: "x", count: 3 << 20)
        let many = String(repeating: "line\n", count: 100_000)
        let lines = try await lines(long + "\n" + many, maxLength: 4 << 20)
        #expect(lines.count == 100_001)
        #expect(lines.first?.utf8.count == 3 << 20)
        #expect(lines.dropFirst().allSatisfy { $0 == "line" })
    }
}
