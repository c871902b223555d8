import MezonProtocol
import Testing

@testable import MezonClient

@Suite struct RawAssemblerTests {
    private func frame(_ cid: UInt16, _ payload: [UInt8], status: UInt16 = 0, isFinal: Bool = true) -> RawFrame {
        RawFrame(cid: cid, status: status, isFinal: isFinal, payload: payload)
    }

    private func answer(_ cid: UInt16, _ payload: [UInt8], status: UInt16 = 0) -> RawAssembler.Step {
        .complete(RawAssembler.Answer(cid: cid, status: status, payload: payload))
    }

    @Test func `one frame is one reply`() {
        var assembler = RawAssembler()
        #expect(assembler.add(frame(1, [1, 2])) == answer(1, [1, 2]))
        #expect(assembler.add(frame(1, [], status: 7)) == answer(1, [], status: 7))
    }

    @Test func `chunks of several replies are assembled separately`() {
        var assembler = RawAssembler()
        let steps = [
            frame(1, [1], isFinal: false), frame(2, [9], isFinal: false), frame(1, [2], isFinal: false), frame(2, [8]),
            frame(1, [3]),
        ].map { assembler.add($0) }
        #expect(steps == [.incomplete, .incomplete, .incomplete, answer(2, [9, 8]), answer(1, [1, 2, 3])])
    }

    @Test func `an error in any chunk makes the reply an error`() {
        var assembler = RawAssembler()
        _ = assembler.add(frame(1, [1], isFinal: false))
        #expect(assembler.add(frame(1, [2], status: 13)) == answer(1, [1, 2], status: 13))
    }

    @Test func `an oversized reply is dropped with all its chunks, and its id can be reused`() {
        var assembler = RawAssembler(limitInBytes: 3)
        let steps = [
            frame(1, [1, 2], isFinal: false), frame(1, [3, 4], isFinal: false), frame(1, [5], isFinal: false), frame(1, [6]),
            frame(1, [7]), frame(1, [1, 2, 3, 4]),
        ].map { assembler.add($0) }
        #expect(steps == [.incomplete, .dropped(cid: 1), .incomplete, .incomplete, answer(1, [7]), .dropped(cid: 1)])
    }

    @Test func `the number of incomplete replies is limited`() {
        var assembler = RawAssembler(openLimit: 2)
        _ = assembler.add(frame(1, [1], isFinal: false))
        _ = assembler.add(frame(2, [2], isFinal: false))
        #expect(assembler.add(frame(3, [3], isFinal: false)) == .dropped(cid: 3))
        #expect(assembler.add(frame(1, [])) == answer(1, [1]))
        #expect(assembler.add(frame(4, [4], isFinal: false)) == .incomplete)
    }

    @Test func `a forgotten reply leaves no chunks behind`() {
        var assembler = RawAssembler()
        _ = assembler.add(frame(1, [1], isFinal: false))
        assembler.forget(1)
        #expect(assembler.add(frame(1, [2])) == answer(1, [2]))
    }

    @Test func `all incomplete replies together are limited in bytes`() {
        var assembler = RawAssembler(limitInBytes: 10, totalLimitInBytes: 25)
        let chunk = [UInt8](repeating: 0, count: 10)
        #expect((1...3).map { assembler.add(frame($0, chunk, isFinal: false)) } == [.incomplete, .incomplete, .dropped(cid: 3)])
        #expect(assembler.heldBytes == 20)
        assembler.forget(1)
        #expect(assembler.add(frame(2, [])) == answer(2, chunk))
        #expect(assembler.heldBytes == 0)
    }
}
