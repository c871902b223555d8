import Foundation

/// The mapping of characters to the Latin letters that they resemble.
package enum Confusables {
    /// Returns the Latin letter, digit or space that a scalar resembles; the scalar itself if there is none.
    package static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x80: return scalar
        case 0x00A0, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3000: return " "
        case 0x2010...0x2015, 0x2212: return "-"
        case 0x2018, 0x2019, 0x02BC, 0xFF07: return "'"
        case 0xFF01...0xFF5E: return ascii(scalar.value - 0xFEE0, scalar)
        // Letters in brackets, in filled squares and circles, and regional indicators.
        case 0x249C...0x24B5: return ascii(scalar.value - 0x249C + 0x61, scalar)
        case 0x1F110...0x1F129: return ascii(scalar.value - 0x1F110 + 0x41, scalar)
        case 0x1F130...0x1F149: return ascii(scalar.value - 0x1F130 + 0x41, scalar)
        case 0x1F150...0x1F169: return ascii(scalar.value - 0x1F150 + 0x41, scalar)
        case 0x1F170...0x1F189: return ascii(scalar.value - 0x1F170 + 0x41, scalar)
        case 0x1F1E6...0x1F1FF: return ascii(scalar.value - 0x1F1E6 + 0x41, scalar)
        // Superscripts, circled letters, Roman numerals, and the mathematical alphabets: bold, script, fraktur…
        case 0x00AA, 0x00B2, 0x00B3, 0x00B9, 0x00BA, 0x02B0...0x02B8, 0x02E1...0x02E3, 0x1D2C...0x1D6A, 0x1D9B...0x1DBF,
            0x2070...0x209C,
            0x2102...0x2138, 0x2160...0x217F, 0x2460...0x2468, 0x24B6...0x24E9, 0x1D400...0x1D7FF:
            let compatible = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
            guard compatible.count == 1, let first = compatible.first else { return scalar }
            return letters[first] ?? first
        default: return letters[scalar] ?? scalar
        }
    }

    private static func ascii(_ value: UInt32, _ other: Unicode.Scalar) -> Unicode.Scalar { Unicode.Scalar(value) ?? other }

    private static let letters = Dictionary(
        groups.flatMap { zip($0.0.unicodeScalars, $0.1.unicodeScalars) } + rare, uniquingKeysWith: { first, _ in first })

    private static let groups = [
        // Cyrillic
        ("аеоросхуіјѕһԁԛԝѵӏѡьгкмтив", "aeopocxyijshdqwvlwbrkmtub"), ("АВЕКМНОРСТХУІЈЅЗЬӀԌ", "ABEKMHOPCTXYIJS3bIG"),
        // Greek
        ("αοντρικυχεγωηβτμ", "aovtpikuxeywnbtu"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
        // Armenian, Cherokee
        ("օոսհցԁքյզ", "onuhgdpjq"), ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ", "ABCDEGHIJKLMPRSTVWYZ"),
        // Small capitals and phonetic letters.
        ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"), ("ɑɐɓɔƈɗɖǝɛəɠɡɦɩɱɲƥʂƭʋʐƒ", "aabocddeeeggihmnpstvzf"),
        // The Icelandic eth, which looks like the Vietnamese letter and replaces it on some keyboards.
        ("ðÐƉ", "đĐĐ"),
    ]
}
