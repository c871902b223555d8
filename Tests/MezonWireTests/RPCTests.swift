import MezonWire
import Testing

struct RPCTests {
    @Test func `each procedure is found by its number`() {
        #expect(RPC.allCases.map { RPC(index: $0.index) } == RPC.allCases.map(Optional.some))
    }

    @Test(arguments: [-1, 1, 9999, Int32.min, .max])
    func `a number of no procedure finds none`(index: Int32) {
        #expect(RPC(index: index) == nil)
    }
}
