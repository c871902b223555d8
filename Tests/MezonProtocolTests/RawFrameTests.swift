import MezonProtocol
import Testing

struct RawFrameTests {
    @Test(arguments: [
        RawFrame(cid: 0, status: 0, payload: []),
        RawFrame(cid: .max, status: .max, payload: [0xFF]),
        RawFrame(cid: 258, status: 7, isFinal: false, payload: Array(repeating: 7, count: 70_000)),
    ])
    func `a raw frame is decoded unchanged`(frame: RawFrame) throws {
        #expect(try RawFrame(frame.bytes) == frame)
    }

    @Test(arguments: 0..<7)
    func `a frame shorter than its header is an error`(length: Int) {
        #expect(throws: WireError.shortRawFrame(length: length)) {
            try RawFrame(Array(repeating: RawFrame.marker, count: length))
        }
    }
}
