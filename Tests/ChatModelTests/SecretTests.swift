import ChatModel
import Testing

struct SecretTests {
    @Test func `a secret is never printed`() {
        struct Holder { let token = Secret("canary") }
        let secret = Secret("canary")
        var dumped = ""
        dump(Holder(), to: &dumped)
        let printed = ["\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder())", "\([secret])", dumped]
        #expect(printed.filter { $0.contains("canary") } == [])
        #expect(secret.reveal() == "canary")
    }
}
