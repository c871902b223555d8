import AsyncSupport
import MezonProtocol
import Testing

@testable import MezonClient

@Suite struct OpenRequestsTests {
    private let chunk = [UInt8](repeating: 1, count: 1 << 20)

    @Test func `unrequested replies are not assembled`() {
        var requests = OpenRequests()
        var counts = ConnectionCounters()
        for cid in 1...64 as ClosedRange<UInt16> {
            for _ in 0..<16 { requests.answer(RawFrame(cid: cid, status: 0, isFinal: false, payload: chunk), counting: &counts) }
        }
        #expect(requests.heldBytes == 0)
        #expect(counts == ConnectionCounters())
    }

    @Test func `an incomplete reply is dropped when its request times out`() throws {
        var requests = OpenRequests()
        var counts = ConnectionCounters()
        let added = requests.add(AsyncPromise<ServerReply>(), at: .zero)
        let cid = try #require(added)
        requests.answer(RawFrame(cid: cid, status: 0, isFinal: false, payload: chunk), counting: &counts)
        #expect(requests.heldBytes == chunk.count)
        requests.expire(at: .seconds(10), ConnectionTiming(request: .seconds(10)))
        #expect(requests.heldBytes == 0)
    }

    @Test func `a ping is answered by any frame without keeping its content`() throws {
        var requests = OpenRequests()
        var counts = ConnectionCounters()
        let added = requests.add(nil, at: .zero)
        let cid = try #require(added)
        requests.answer(RawFrame(cid: cid, status: 0, isFinal: false, payload: chunk), counting: &counts)
        #expect(requests.heldBytes == 0)
        requests.answer(RawFrame(cid: cid, status: 0, payload: []), counting: &counts)
        #expect(counts.replies == 1)
    }
}
