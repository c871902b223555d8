/// The top-level domains by which a host without a scheme is distinguished from a file name, a version, or two sentences without
/// a space between them.
enum TopLevelDomains {
    static func isUnambiguous(_ label: Substring) -> Bool {
        clear.contains(String(label)) || others.contains(String(label))
    }

    /// Returns whether a last label, as written, may be a top-level domain or part of an IP address. Most words that contain a
    /// dot are rejected here.
    static func mayBe(_ label: String) -> Bool {
        let label = label.lowercased()
        return clear.contains(label) || unclear.contains(label) || others.contains(label) || label.hasPrefix("xn--")
            || UInt8(label) != nil
    }

    /// Returns whether a top-level domain is also a file extension or a word, so that a path is required.
    static func isAmbiguous(_ label: Substring) -> Bool { unclear.contains(String(label)) }

    private static let unclear = set(
        """
        ad ag ai al am an ao ar as at ax ba bb be bi bo by ca cat ch co cm cy de do dj ec ee eg er es fi fo fm ga gay ge gi go
        ha hm hn ht id ie il im in is it je jo ke ki kim la lb li link live lt ma mc md me mg mh mil mk ml mm mn mo mobi mp mr
        ms mt mu mv mw mx my mz na name nc ne ng ni no np nu om one pa pe pf pg ph pl pm pn post pr ps pt pw py qa re ro rs
        run sa sb sc sd se sh si sk sl sm sn so sr ss st sv sx sy sz tc td tel tf th tj tk tl tm tn to tt tv tz ua ug us uy va
        vc ve vg vi vu wf work ws ye zip zm zw mov app page day
        """)

    private static let clear = set(
        """
        com net org info biz edu gov int pro io gg ly vn xyz top site online store shop club vip win bid icu cyou sbs cfd lol
        fun space website tech dev cloud blog news media agency digital finance money loan credit casino bet poker games game
        gift gifts promo review reviews trade trading market markets exchange wallet crypto nft asia tokyo london berlin hk tw
        jp kr cn ru uk fr eu au nz sg br su cc gd gl gs click download stream host press rest bar wtf ninja rocks today world
        zone plus cash rip best buzz monster quest skin hair makeup boats homes autos motorcycles yachts bond beauty mom lat
        pics chat email social support help services solutions systems technology tips tools training video watch wiki wang
        porn sex xxx adult network party pizza global group guru health holdings jobs land law legal life limited luxe ltd
        earth eco energy foundation fund fyi gold golf dog cheap cam camera care center city clinic codes coffee community
        company computer cool
        """)

    private static let others = set("рф 中国 公司 网络 香港 台灣 한국 ไทย भारत")

    private static func set(_ text: String) -> Set<String> { Set(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
