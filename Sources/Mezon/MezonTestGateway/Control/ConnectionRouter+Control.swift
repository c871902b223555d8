import ChatModel
import Foundation
import MezonProtocol
import NIOHTTP1

/// The operations of the control endpoint and of tests on the gateway state.
extension ConnectionRouter {
    /// Returns the account with a name. A missing account is created as a member of every clan.
    func account(named name: String) throws(GatewayRequestError) -> GatewayAccount {
        if let user = state.user(named: name) { return user.account }
        guard !name.isEmpty, name.utf8.count <= 64, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) else {
            throw GatewayRequestError.invalid("a name has letters, digits, '-', '_' and '.', at most 64 bytes")
        }
        guard state.usersByID.count < limits.accounts else {
            throw GatewayRequestError.exhausted("there are at most \(limits.accounts) accounts")
        }
        let user = GatewayUser(
            id: UserID(state.nextID(at: time.now)), name: name, displayName: name,
            token: Sessions.randomSecret(using: &generator), isApp: false)
        try state.add(user)
        for clan in state.clans.keys.sorted() { deliver(state.addMember(user, to: clan, at: time.now)) }
        return user.account
    }

    func add(_ fault: Fault) throws(GatewayRequestError) {
        if let validationError = fault.validationError { throw GatewayRequestError.invalid(validationError) }
        guard faults.rules.count < limits.faults else {
            throw GatewayRequestError.exhausted("there are at most \(limits.faults) faults")
        }
        faults.add(fault)
    }

    /// Closes all sockets of an account and returns their number.
    func disconnect(_ name: String) throws(GatewayRequestError) -> Int {
        guard let user = state.user(named: name) else { throw GatewayRequestError.notFound }
        let connections = connections(of: user.id)
        for connection in connections { close(connection, 1001, "disconnected by the control endpoint") }
        return connections.count
    }

    func changeSwitches(_ changes: [String: JSONValue]) throws(GatewayRequestError) -> CompatibilityFlags {
        state.switches = try state.switches.applying(changes)
        return state.switches
    }

    /// Sends a message as an account, which need not be connected.
    func say(_ content: Content, as name: String, in channel: ChannelID) throws(GatewayRequestError) -> MessageID {
        var wire = RtChannelMessageSend()
        wire.channelID = channel.rawValue
        wire.content = ContentJSON.encode(content)
        let reply = try state.send(wire, by: caller(named: name), at: time.now)
        deliver(reply.pushes)
        return MessageID(reply.answer.messageID)
    }

    /// Presses a button of a message.
    func click(_ button: String, of message: MessageID, in channel: ChannelID, as name: String) throws(GatewayRequestError) {
        var click = RtMessageButtonClicked()
        click.channelID = channel.rawValue
        click.messageID = message.rawValue
        click.buttonID = button
        deliver(try state.interact(.messageButtonClicked(click), by: caller(named: name)).pushes)
    }

    /// Adds an account to a clan.
    func join(_ clan: ClanID, as name: String) throws(GatewayRequestError) {
        guard let user = state.user(named: name) else { throw GatewayRequestError.notFound }
        guard state.clans[clan] != nil else { throw GatewayRequestError.clanNotFound }
        deliver(state.addMember(user, to: clan, at: time.now))
    }

    func leave(_ clan: ClanID, as name: String) throws(GatewayRequestError) {
        var wire = ApiRemoveClanUsersRequest()
        wire.clanID = clan.rawValue
        let caller = try caller(named: name)
        wire.userIds = [caller.user.rawValue]
        deliver(try state.removeFromClan(wire, by: caller.user))
    }

    /// Adds an account to a voice channel, or removes it.
    func setVoicePresence(_ isTalking: Bool, in channel: ChannelID, as name: String) throws(GatewayRequestError) {
        let caller = try caller(named: name)
        let reply = isTalking ? try state.enterVoice(channel, by: caller) : try state.leaveVoice(channel, by: caller)
        deliver(reply.pushes)
    }

    /// Transfers tokens from one account to another.
    func giveTokens(_ amount: Int, note: String, from sender: String, to receiver: String) throws(GatewayRequestError) {
        let (sender, receiver) = (try caller(named: sender).user, try caller(named: receiver).user)
        deliver(try state.giveTokens(amount, note: note, from: sender, to: receiver, at: time.now))
    }

    /// Gives the author of a message a coffee.
    func giveCoffee(for message: MessageID, in channel: ChannelID, from sender: String) throws(GatewayRequestError) {
        deliver(try state.giveCoffee(for: message, in: channel, from: caller(named: sender).user))
    }

    /// Chooses an entry of the quick menu.
    func chooseMenu(_ menu: String, in channel: ChannelID, as name: String) throws(GatewayRequestError) {
        var use = RtQuickMenuDataEvent()
        use.menuName = menu
        use.message.channelID = channel.rawValue
        deliver(try state.interact(.quickMenuEvent(use), by: caller(named: name)).pushes)
    }

    private func caller(named name: String) throws(GatewayRequestError) -> Caller {
        guard let user = state.user(named: name) else { throw GatewayRequestError.notFound }
        return Caller(user: user.id, connection: nil)
    }

    var controlState: ControlState {
        ControlState(
            accounts: state.usersByID.values.sorted { $0.id < $1.id }.map { user in
                .init(user.account, connections: connections(of: user.id).count)
            },
            channels: state.rooms.values.sorted { $0.channel.id < $1.channel.id }.map {
                .init(id: $0.channel.id, clan: $0.channel.clan, label: $0.channel.label, isPrivate: $0.channel.isPrivate)
            },
            connections: connectionCount, messages: state.messages.count, faults: faults.rules.count, switches: state.switches,
            typing: state.typingCount,
            seen: state.lastSeen.map { .init(user: $0.user, channel: $0.channel, message: MessageID($1.id)) }
                .sorted { ($0.user, $0.channel) < ($1.user, $1.channel) })
    }
}
