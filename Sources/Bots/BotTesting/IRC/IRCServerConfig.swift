/// The minimal configuration of an IRC server that runs beside others on loopback.
struct IRCServerConfig {
    let kind: IRCServerProcess.Kind
    let port: Int
    let folder: String
    let pace: IRCServerProcess.Pace
    let password: String?

    var text: String {
        switch kind {
        case .ngircd: ngircd
        case .inspircd: inspircd
        }
    }

    /// The configuration of ngircd. `MaxPenaltyTime`: -1 is the program's default, 0 disables throttling. PAM and an include
    /// folder would read /etc.
    private var ngircd: String {
        """
        [Global]
        Name = irc.example.net
        Info = test
        Listen = 127.0.0.1
        Ports = \(port)
        MotdPhrase = hello
        \(password.map { "Password = \($0)" } ?? "")
        [Limits]
        MaxConnectionsIP = 0
        MaxNickLength = 24
        MaxJoins = 100
        \(pace == .unlimited ? "MaxPenaltyTime = 0" : "")
        [Options]
        DNS = no
        Ident = no
        PAM = no
        IncludeDir = \(folder)/empty

        """
    }

    /// The configuration of InspIRCd. Without throttling, every limit of its connect class is set very high; as shipped, the
    /// class sets no limits of its own.
    private var inspircd: String {
        let limits =
            pace == .asShipped
            ? "" : #"fakelag="off" threshold="1000000" commandrate="1000000000" recvq="10M" softsendq="100M" hardsendq="100M""#
        let modules = [
            "cap", "ircv3", "ircv3_accounttag", "ircv3_batch", "ircv3_capnotify", "ircv3_ctctags", "ircv3_echomessage",
            "ircv3_labeledresponse", "ircv3_msgid", "ircv3_servertime", "namesx", "botmode", "chanhistory", "services_account",
        ]
        return """
            <server name="irc.example.net" description="test" network="Test">
            <admin name="test" nick="test" email="test@example.net">
            <bind address="127.0.0.1" port="\(port)" type="clients">
            <connect allow="*" localmax="1000" globalmax="1000" resolvehostnames="no" useident="no"
                \(password.map { "password=\"\($0)\"" } ?? "") \(limits)>
            <pid file="\(folder)/pid">
            <log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="\(folder)/log">
            <files motd="\(folder)/motd">
            <options casemapping="rfc1459" defaultmodes="ntH 2000:1d">
            <chanhistory maxlines="2000" bots="yes" enableumode="no">
            \(modules.map { "<module name=\"\($0)\">" }.joined(separator: "\n"))

            """
    }
}
