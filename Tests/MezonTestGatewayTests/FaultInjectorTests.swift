import Testing

@testable import MezonTestGateway

@Suite struct FaultInjectorTests {
    private func applied(_ fault: Fault, requests: Int, seed: UInt64 = 1) -> [Bool] {
        var faults = FaultInjector(seed: seed)
        faults.add(fault)
        return (0..<requests).map { _ in faults.plan(at: "ping", account: "guest") != nil }
    }

    @Test func `a fault applies only to its point and account`() {
        var faults = FaultInjector(seed: 1)
        faults.add(Fault(.drop, on: "ping", account: "guest"))
        #expect(faults.plan(at: "ping", account: "guest")?.isDropped == true)
        #expect(faults.plan(at: "ping", account: "an") == nil)
        #expect(faults.plan(at: "push", account: "guest") == nil)
    }

    @Test func `nth limits a fault to one request, and times to a number of requests`() {
        #expect(applied(Fault(.drop, on: "ping", nth: 2), requests: 4) == [false, true, false, false])
        #expect(applied(Fault(.drop, on: "any", times: 2), requests: 4) == [true, true, false, false])
    }

    @Test func `the same seed results in the same faults`() {
        let fault = Fault(.drop, on: "ping", probability: 0.3)
        #expect(applied(fault, requests: 1000) == applied(fault, requests: 1000))
        #expect(applied(fault, requests: 1000) != applied(fault, requests: 1000, seed: 2))
        #expect((250...350).contains(applied(fault, requests: 1000).count { $0 }))
    }

    @Test func `several faults combine into one plan`() {
        var faults = FaultInjector(seed: 1)
        faults.add(Fault(.delay, on: "ping", milliseconds: 10))
        faults.add(Fault(.delay, on: "ping", milliseconds: 5))
        faults.add(Fault(.rateLimit, on: "ping"))
        var expected = FaultPlan()
        expected.delay = .milliseconds(15)
        expected.refusal = GatewayRequestError(status: 8, message: "too many requests; wait 1000 ms")
        #expect(faults.plan(at: "ping", account: "") == expected)
    }

    @Test(arguments: [
        Fault(.drop, on: ""), Fault(.drop, on: "x", probability: 1.5), Fault(.drop, on: "x", nth: 0), Fault(.delay, on: "x"),
        Fault(.close, on: "x", code: 70_000), Fault(.refuse, on: "x", code: 0), Fault(.delay, on: "x", milliseconds: -1),
    ]) func `an invalid fault has a validation error`(fault: Fault) { #expect(fault.validationError != nil) }
}
