import Testing

@testable import MezonTestGateway

@Suite struct FaultInjectorTests {
    private func strikes(_ fault: Fault, requests: Int, seed: UInt64 = 1) -> [Bool] {
        var faults = FaultInjector(seed: seed)
        faults.add(fault)
        return (0..<requests).map { _ in faults.interference(at: "ping", account: "guest") != nil }
    }

    @Test func `a fault strikes at its point and its account alone`() {
        var faults = FaultInjector(seed: 1)
        faults.add(Fault(.drop, on: "ping", account: "guest"))
        #expect(faults.interference(at: "ping", account: "guest")?.isDropped == true)
        #expect(faults.interference(at: "ping", account: "an") == nil)
        #expect(faults.interference(at: "push", account: "guest") == nil)
    }

    @Test func `nth limits a fault to one strike and times to a number`() {
        #expect(strikes(Fault(.drop, on: "ping", nth: 2), requests: 4) == [false, true, false, false])
        #expect(strikes(Fault(.drop, on: "any", times: 2), requests: 4) == [true, true, false, false])
    }

    @Test func `the same seed draws the same chances`() {
        let fault = Fault(.drop, on: "ping", probability: 0.3)
        #expect(strikes(fault, requests: 1000) == strikes(fault, requests: 1000))
        #expect(strikes(fault, requests: 1000) != strikes(fault, requests: 1000, seed: 2))
        #expect((250...350).contains(strikes(fault, requests: 1000).count { $0 }))
    }

    @Test func `several faults combine into one plan`() {
        var faults = FaultInjector(seed: 1)
        faults.add(Fault(.delay, on: "ping", milliseconds: 10))
        faults.add(Fault(.delay, on: "ping", milliseconds: 5))
        faults.add(Fault(.rateLimit, on: "ping"))
        var expected = FaultPlan()
        expected.delay = .milliseconds(15)
        expected.refusal = GatewayRequestError(status: 8, message: "too many requests; wait 1000 ms")
        #expect(faults.interference(at: "ping", account: "") == expected)
    }

    @Test(arguments: [
        Fault(.drop, on: ""), Fault(.drop, on: "x", probability: 1.5), Fault(.drop, on: "x", nth: 0), Fault(.delay, on: "x"),
        Fault(.close, on: "x", code: 70_000), Fault(.refuse, on: "x", code: 0), Fault(.delay, on: "x", milliseconds: -1),
    ]) func `a fault that makes no sense is objected to`(fault: Fault) { #expect(fault.objection != nil) }
}
