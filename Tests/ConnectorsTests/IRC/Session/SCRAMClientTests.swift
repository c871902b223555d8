import Testing

@testable import ConnectorKit
@testable import IRC

struct SCRAMClientTests {
    private static let nonce = "rOprNGfwEbeRWgbNEkqO"
    private static let challenge = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
    private static let verdict = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="

    @Test func `the exchange of RFC 7677 is reproduced`() throws {
        var scram = SCRAMClient(user: "user", password: "pencil", nonce: Self.nonce)
        #expect(scram.first == "n,,n=user,r=rOprNGfwEbeRWgbNEkqO")
        #expect(
            try scram.final(after: Self.challenge)
                == "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=")
        try scram.verify(Self.verdict)
        try scram.verify(Self.verdict + ",x=more")
    }

    @Test func `a server that does not know the password is detected`() throws {
        var scram = SCRAMClient(user: "user", password: "pen", nonce: Self.nonce)
        _ = try scram.final(after: Self.challenge)
        #expect(throws: SCRAMClient.SCRAMError.wrongSignature) { try scram.verify(Self.verdict) }
        #expect(throws: SCRAMClient.SCRAMError.refused("other-error")) { try scram.verify("e=other-error") }
        for text in ["", "v=", "v=???", "x"] { #expect(throws: SCRAMClient.SCRAMError.self) { try scram.verify(text) } }
        let early = SCRAMClient(user: "user", password: "pencil", nonce: Self.nonce)
        #expect(throws: SCRAMClient.SCRAMError.malformed) { try early.verify(Self.verdict) }
    }

    @Test(arguments: [
        ("", SCRAMClient.SCRAMError.malformed), ("r=other,s=W22Z,i=4096", .malformed),
        ("r=rOprNGfwEbeRWgbNEkqO,s=W22Z,i=4096", .malformed), ("r=rOprNGfwEbeRWgbNEkqOx,s=,i=4096", .malformed),
        ("r=rOprNGfwEbeRWgbNEkqOx,s=?,i=4096", .malformed), ("r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=many", .malformed),
        ("m=ext,r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=4096", .malformed), ("r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=1", .iterations(1)),
        ("r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=-4096", .iterations(-4096)),
        ("r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=2147483647", .iterations(2_147_483_647)),
        ("r=rOprNGfwEbeRWgbNEkqOx,s=W22Z,i=99999999999999999999", .malformed),
    ])
    func `a malformed challenge, or an iteration count out of range, is rejected`(text: String, error: SCRAMClient.SCRAMError) {
        var scram = SCRAMClient(user: "user", password: "pencil", nonce: Self.nonce)
        #expect(throws: error) { try scram.final(after: text) }
    }

    @Test func `SCRAM user names are escaped and normalized`() {
        #expect(SCRAMClient(user: "a=b,c", password: "p", nonce: "N").first == "n,,n=a=3Db=2Cc,r=N")
        #expect(SCRAMClient(user: "I\u{AD}X\u{A0}ª", password: "p", nonce: "N").first == "n,,n=IX a,r=N")
        #expect(SCRAMClient(user: "Bi\u{300}nh", password: "p", nonce: "N").first == "n,,n=B\u{EC}nh,r=N")
    }
}
