import MezonProtocol
import Testing

struct RPCTests {
    @Test func `each remote procedure is found by its index`() {
        #expect(RPC.allCases.map { RPC(index: $0.index) } == RPC.allCases.map(Optional.some))
    }

    @Test(arguments: [-1, 1, 9999, Int32.min, .max])
    func `an unknown procedure index is rejected`(index: Int32) {
        #expect(RPC(index: index) == nil)
    }
}
