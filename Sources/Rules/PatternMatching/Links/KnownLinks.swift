/// Hosts whose links have a known purpose.
enum KnownLinks {
    /// URL shorteners, whose links do not reveal their destination.
    static let shorteners = list(
        """
        bit.ly bitly.com j.mp tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly rebrand.ly cutt.ly shorturl.at shorturl.asia
        rb.gy t.ly s.id tiny.cc bl.ink lnkd.in adf.ly ouo.io shorte.st bc.vc clck.ru qps.ru u.to s.net.vn by.com.vn urlz.fr
        soo.gd tny.im x.gd da.gd shrtco.de short.io shorten.so gg.gg dub.sh me2.do han.gl vo.la url.kr reurl.cc lihi.cc pse.is
        amzn.to shope.ee s.shopee.vn s.lazada.vn shorten.asia ladi.link bom.so lnk.bio trib.al dlvr.it ift.tt wp.me fb.me
        """)

    /// Invitation links, by host and path prefix.
    private static let invites: [(hosts: DomainList, paths: [String])] = [
        (
            list(
                "discord.gg dsc.gg invite.gg discord.me discord.io guilded.gg chat.whatsapp.com signal.group "
                    + "join.slack.com join.skype.com"
            ),
            ["/"]
        ),
        (list("discord.com discordapp.com"), ["/invite/"]),
        (list("t.me telegram.me telegram.dog"), ["/+", "/joinchat/"]),
        (list("zalo.me"), ["/g/"]),
        (list("mezon.ai mezon.vn"), ["/invite/"]),
        (list("m.me"), ["/j/"]),
        (list("line.me"), ["/ti/g", "/r/ti/g"]),
        (list("teams.microsoft.com teams.live.com"), ["/l/team/", "/meet/", "/l/invite/"]),
    ]

    static func isInvite(_ host: DomainName, _ path: String) -> Bool {
        let path = path.lowercased()
        return invites.contains { $0.hosts.contains(host) && $0.paths.contains { path.count > $0.count && path.hasPrefix($0) } }
    }

    static func isKnown(_ host: DomainName) -> Bool {
        shorteners.contains(host) || invites.contains { $0.hosts.contains(host) }
    }

    private static func list(_ text: String) -> DomainList {
        DomainList(text.split { $0 == " " || $0 == "\n" }.compactMap { DomainName($0) })
    }
}
