/// Decodes character references by name or number: `&amp;`, `&#8230;`, `&#x1F389;`. Unknown ones stay as they are.
enum HTMLEntities {
    private static let maximum = 10  // The length of the longest numeric reference, and more than any of the names below.

    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<sign]
            rest = rest[sign...]
            let name = rest.utf8.dropFirst().prefix(maximum + 1).prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") }
            if name.endIndex < rest.utf8.endIndex, rest.utf8[name.endIndex] == UInt8(ascii: ";"), let scalar = scalar(of: name) {
                result.unicodeScalars.append(scalar)
                rest = rest[rest.utf8.index(after: name.endIndex)...]
            } else {
                result += "&"
                rest = rest[rest.utf8.index(after: sign)...]
            }
        }
        return result + rest
    }

    private static func scalar(of name: Substring.UTF8View.SubSequence) -> Unicode.Scalar? {
        guard name.first == UInt8(ascii: "#") else { return named[String(decoding: name, as: UTF8.self)] }
        let digits = name.dropFirst()
        let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let number = isHex ? digits.dropFirst() : digits
        guard let first = number.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let value = UInt32(String(decoding: number, as: UTF8.self), radix: isHex ? 16 : 10)
        else { return nil }
        if let meant = windows[value] { return meant }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Numbers that stand for characters of Windows-1252 (HTML standard, §13.2.5.80).
    private static let windows: [UInt32: Unicode.Scalar] = [
        0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰", 0x8A: "Š",
        0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—",
        0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
    ]

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"", "QUOT": "\"", "apos": "'",
        "nbsp": "\u{A0}", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "shy": "\u{AD}", "zwj": "\u{200D}",
        "zwnj": "\u{200C}", "Tab": "\t", "NewLine": "\n", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘",
        "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹",
        "rsaquo": "›", "bull": "•", "middot": "·", "dagger": "†", "Dagger": "‡", "permil": "‰", "prime": "′", "Prime": "″",
        "copy": "©", "reg": "®", "trade": "™", "deg": "°", "plusmn": "±", "times": "×", "divide": "÷", "minus": "−",
        "micro": "µ", "para": "¶", "sect": "§", "frac12": "½", "frac14": "¼", "frac34": "¾", "sup1": "¹", "sup2": "²",
        "sup3": "³", "cent": "¢", "pound": "£", "yen": "¥", "euro": "€", "curren": "¤", "iexcl": "¡", "iquest": "¿",
        "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "rArr": "⇒", "lArr": "⇐", "ne": "≠", "le": "≤",
        "ge": "≥", "asymp": "≈", "equiv": "≡", "infin": "∞", "sum": "∑", "radic": "√", "hearts": "♥", "check": "✓",
        "cross": "✗", "star": "☆", "starf": "★", "num": "#", "excl": "!", "dollar": "$", "percnt": "%", "lpar": "(",
        "rpar": ")", "ast": "*", "plus": "+", "comma": ",", "period": ".", "sol": "/", "colon": ":", "semi": ";",
        "equals": "=", "quest": "?", "commat": "@", "lsqb": "[", "lbrack": "[", "bsol": "\\", "rsqb": "]", "rbrack": "]",
        "lowbar": "_", "grave": "`", "lcub": "{", "lbrace": "{", "rcub": "}", "rbrace": "}", "vert": "|", "verbar": "|",
        "Agrave": "À", "Aacute": "Á", "Acirc": "Â", "Atilde": "Ã", "Auml": "Ä", "Aring": "Å", "AElig": "Æ", "Ccedil": "Ç",
        "Egrave": "È", "Eacute": "É", "Ecirc": "Ê", "Euml": "Ë", "Igrave": "Ì", "Iacute": "Í", "Icirc": "Î", "Iuml": "Ï",
        "ETH": "Ð", "Ntilde": "Ñ", "Ograve": "Ò", "Oacute": "Ó", "Ocirc": "Ô", "Otilde": "Õ", "Ouml": "Ö", "Oslash": "Ø",
        "Ugrave": "Ù", "Uacute": "Ú", "Ucirc": "Û", "Uuml": "Ü", "Yacute": "Ý", "THORN": "Þ", "szlig": "ß", "agrave": "à",
        "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "aring": "å", "aelig": "æ", "ccedil": "ç", "egrave": "è",
        "eacute": "é", "ecirc": "ê", "euml": "ë", "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï", "eth": "ð",
        "ntilde": "ñ", "ograve": "ò", "oacute": "ó", "ocirc": "ô", "otilde": "õ", "ouml": "ö", "oslash": "ø", "ugrave": "ù",
        "uacute": "ú", "ucirc": "û", "uuml": "ü", "yacute": "ý", "thorn": "þ", "yuml": "ÿ",
    ]
}
