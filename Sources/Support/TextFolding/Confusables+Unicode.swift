/// Characters that few people have on their keyboards, after `confusables.txt` of Unicode 15: those that stand for an ASCII letter or digit
/// and that `Confusables.latin` does not derive.
extension Confusables {
    /// Pairs of a character and what it resembles.
    static let rare: [(Unicode.Scalar, Unicode.Scalar)] = table.split(separator: "\n").flatMap { line in
        pairs(line.split(separator: " "))
    }

    private static func pairs(_ words: [Substring]) -> [(Unicode.Scalar, Unicode.Scalar)] {
        guard let latin = words.first?.unicodeScalars.first else { return [] }
        return words.dropFirst().compactMap { word in
            UInt32(word, radix: 16).flatMap(Unicode.Scalar.init).map { ($0, latin) }
        }
    }

    /// In each line, a letter or digit and the code points in hexadecimal that resemble it.
    private static let table = """
        2 1a7 3e8 14bf a644 a6ef a75a 1fbf2
        3 1b7 21c 4e0 2ccc a76a a7ab 118ca 16f3b 1d206 1fbf3
        4 13ce 118af 1fbf4
        5 1bc 118bb 1fbf5
        6 431 13ee 2cd2 118d5 1fbf6
        7 104d2 118c6 1d212 1fbf7
        8 222 223 9ea a6a 1031a 1fbf8
        9 9ed a67 b68 d6d 2cca a76e 118ac 118cc 118d6 1fbf9
        A 15c5 a4ee 102a0 16f40
        B 15f7 a4d0 a7b4 10282 102a1 10301
        C 3f9 2ca4 a4da 102a2 10302 10415 1051c 118e9 118f2 1f74c
        D 15de 15ea 2145 a4d3
        E 22ff 2d39 a4f0 10286 118a6 118ae
        F 3dc 15b4 a4dd a798 10287 102a5 10525 118a2 118c2 1d213
        G 13f3 a4d6
        H 157c 2c8e a4e7 102cf
        J 37f 148d a4d9 a7b2
        K 16d5 2c94 a4d7 10518
        L 14aa 2cd0 a4e1 1041b 10526 118a3 118b2 16f16 1d22a
        M 3fa 15f0 16d6 2c98 a4df 102b0 10311
        N 2c9a a4e0 10513
        O 555 9e6 b20 b66 12d0 2c9e 2d54 3007 a4f3 10292 102ab 10404 104c2 10516 114d0 118b5 118e0 1fbf0
        P 146d 2ca2 a4d1 10295
        Q 2d55
        R 1a6 13a1 1587 a4e3 104b4 16f35 1d216
        S 54f 13d5 a4e2 10296 10420 16f3a
        T 22a4 27d9 2ca6 a4d4 10297 102b1 10315 118bc 16f0a 1f768
        U 54d 1200 144c 222a 22c3 a4f4 104ce 118b8 16f42
        V 474 6f7 142f 2d38 a4e6 a6df 1051d 118a0 16f08 1d20d
        W 51c 13d4 a4ea 118e6 118ef
        X 166d 16b7 2573 2cac 2d5d a4eb a7b3 10290 102b4 10317 10322 10527 118ec
        Y 3d2 4ae 13bd 2ca8 a4ec 102b2 118a4 16f43
        Z a4dc 102f5 118a9 118e5
        a 237a
        b 184 13cf 1472 15af
        c 3f2 2ca5 abaf 1043d
        d 13e7 146f 2146 a4d2
        e 4bd 212e 2147 ab32
        f 17f 1e9d a799 ab35
        g 18d 1d83
        h 13c2
        i 131 2139 2148 2373 a647 ab75 118c3
        j 3f3 2149
        l 196 1c0 6f1 16c1 2223 23fd 2c92 2d4f a4f2 ffe8 1028a 10309 10320 16f28 1fbf1
        n 57c
        o 3c3 6f5 966 a66 ae6 be6 c66 ce6 d20 d66 e50 ed0 101d 1040 10ff 1d11 2c9f ab3d 1042c 104ea 118c8 118d7
        p 3f1 2374 2ca3
        q 563
        r 1d26 2c85 ab47 ab48 ab81
        s 1bd abaa 10448 118c1
        u a79f ab4e ab52 104f6 118d8
        v 2228 22c1 aba9 11706 118c0
        w 26f 561 ab83 1170a 1170e 1170f
        x d7 1541 157d 292b 292c 2a2f
        y 263 4af 10e7 1d8c 1eff 213d ab5a 118dc
        z ab93 118c4
        """
}
