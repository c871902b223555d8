package import ChatModel
package import Foundation
package import MezonProtocol

/// The gateway's state without a server: requests are answered synchronously, and the pushes to one account are returned.
package struct InMemoryGateway: Sendable {
    /// A refused request, with the code of its transport.
    package struct RequestError: Error, Hashable, CustomStringConvertible {
        package var code: Int
        package var reason: String
        /// A Boolean value that indicates whether the gateway does not implement the request.
        package var isUnknown: Bool

        package var description: String { "\(reason) (\(code))" }
    }

    private var state: GatewayState
    private let listener: UserID
    private let connection: ConnectionID = 1

    /// - Parameter listener: The account whose pushes are returned, subscribed to all channels that it can read.
    /// - Throws: `GatewayError.badSeed`.
    package init(_ seed: GatewaySeed, listener: UserID, at now: Date) throws(GatewayError) {
        var generator = SystemRandomNumberGenerator()
        state = try GatewayState(seed, switches: CompatibilityFlags(), limits: GatewayLimits(), at: now, using: &generator)
        self.listener = listener
        state.subscriptions.open(connection, user: listener)
        for clan in [0] + state.clans.keys { state.subscriptions.join(clan, on: connection) }
        for room in state.rooms.values where state.reads(listener, room) {
            state.subscriptions.join(room.channel.id, on: connection)
        }
    }

    /// Performs a request as a user.
    ///
    /// - Returns: The id of the sent message, if any, and the pushes to the listener.
    package mutating func perform(
        _ request: RequestTransport, as user: UserID, at now: Date
    ) throws(RequestError) -> (message: MessageID?, pushes: [RtEnvelope]) {
        let caller = Caller(user: user, connection: user == listener ? connection : nil)
        switch request {
        case .nothing: return (nil, [])
        case .envelope(let envelope):
            do throws(GatewayRequestError) {
                let reply = try state.answer(envelope.message, from: caller, at: now)
                let message: MessageID? =
                    if case .channelMessageAck(let ack)? = reply.answer { MessageID(ack.messageID) } else { nil }
                return (message, received(reply.pushes))
            } catch {
                throw RequestError(
                    code: Int(error.errorCode), reason: error.message, isUnknown: error == .unrecognized || error.status == 12)
            }
        case .procedure(let rpc, let body):
            let (answer, pushes) = try call(rpc, body, as: user, at: now)
            let poll = rpc == .createPoll ? try? ApiCreatePollResponse(received: answer) : nil
            return (poll.map { MessageID($0.messageID) }, pushes)
        case .call(let named):
            guard let rpc = RPC(rawValue: named.name) else {
                throw RequestError(code: 12, reason: "the procedure '\(named.name)' is not implemented", isUnknown: true)
            }
            return (nil, try call(rpc, Array(named.body), as: user, at: now).pushes)
        }
    }

    /// Calls a procedure as a user.
    package mutating func call(
        _ rpc: RPC, _ body: [UInt8], as user: UserID, at now: Date
    ) throws(RequestError) -> (answer: [UInt8], pushes: [RtEnvelope]) {
        var generator = SystemRandomNumberGenerator()
        let caller = Caller(user: user, connection: user == listener ? connection : nil)
        do throws(GatewayRequestError) {
            let reply = try state.call(rpc, body, by: caller, at: now, using: &generator)
            return (reply.answer, received(reply.pushes))
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: error.status == 12)
        }
    }

    // Users

    package func isMember(_ user: UserID, of clan: ClanID) -> Bool { state.clans[clan]?.members.contains(user) ?? false }

    /// Creates an account if it does not exist.
    ///
    /// - Throws: `RequestError` if another account has the name.
    package mutating func addUser(_ user: UserID, name: String) throws(RequestError) {
        guard state.usersByID[user] == nil else { return }
        do throws(GatewayRequestError) {
            try state.add(GatewayUser(id: user, name: name, displayName: name, token: Secret(""), isApp: false))
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: false)
        }
    }

    /// Adds a member who joined at an earlier date, without a push.
    package mutating func addMemberSilently(_ user: UserID, to clan: ClanID, since date: Date) {
        state.clans[clan]?.add(user, at: date)
        state.subscriptions.invalidateListeners()
    }

    /// Adds a member and returns the pushes to the listener; none if the user is a member already.
    package mutating func addMember(_ user: UserID, to clan: ClanID, at now: Date) -> [RtEnvelope] {
        state.usersByID[user].map { received(state.addMember($0, to: clan, at: now)) } ?? []
    }

    /// Adds a user to a voice channel, or removes the user.
    package mutating func setVoicePresence(
        _ isTalking: Bool, in channel: ChannelID, as user: UserID
    ) throws(RequestError) -> [RtEnvelope] {
        let caller = Caller(user: user, connection: user == listener ? connection : nil)
        do throws(GatewayRequestError) {
            let reply = isTalking ? try state.enterVoice(channel, by: caller) : try state.leaveVoice(channel, by: caller)
            return received(reply.pushes)
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: false)
        }
    }

    /// Makes a user appear online or offline, and returns the pushes to the listener, who hears of the members of its clans.
    package mutating func setOnline(_ isOnline: Bool, _ user: UserID) -> [RtEnvelope] {
        guard user != listener else { return [] }
        let connection = ConnectionID(~user.rawValue)  // One of its own, which has joined nothing.
        if isOnline { state.subscriptions.open(connection, user: user) } else { state.subscriptions.close(connection) }
        guard state.clans.values.contains(where: { $0.members.contains(user) && $0.members.contains(listener) }) else {
            return []
        }
        var (presence, envelope) = (RtUserPresence(), RtEnvelope())
        (presence.userID, presence.sessionID) = (user.rawValue, 1)
        if isOnline { envelope.statusPresenceEvent.joins = [presence] } else { envelope.statusPresenceEvent.leaves = [presence] }
        return [envelope]
    }

    /// Transfers tokens and returns the pushes to the listener.
    package mutating func giveTokens(
        _ amount: Int, note: String, from sender: UserID, to receiver: UserID, at now: Date
    ) throws(RequestError) -> [RtEnvelope] {
        do throws(GatewayRequestError) {
            return received(try state.giveTokens(amount, note: note, from: sender, to: receiver, at: now))
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: false)
        }
    }

    /// Gives the author of a message a coffee and returns the pushes to the listener.
    package mutating func giveCoffee(
        for message: MessageID, in channel: ChannelID, from sender: UserID
    ) throws(RequestError) -> [RtEnvelope] {
        do throws(GatewayRequestError) {
            return received(try state.giveCoffee(for: message, in: channel, from: sender))
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: false)
        }
    }

    // Roles

    /// Creates a role without members if it does not exist.
    package mutating func addRole(_ role: RoleID, title: String, in clan: ClanID) {
        guard state.clans[clan]?.roles.contains(where: { $0.id == role }) == false else { return }
        state.clans[clan]?.roles.append(RoleState(id: role, title: title, permissions: [], members: []))
    }

    /// Returns the direct conversation of two users, which is created if missing.
    package mutating func conversation(
        of user: UserID, with other: UserID, at now: Date
    ) throws(RequestError) -> (channel: Channel, pushes: [RtEnvelope]) {
        var request = ApiCreateChannelDescRequest()
        request.type = ChannelKind.direct.rawValue
        request.channelPrivate = 1
        request.userIds = [other.rawValue]
        let pushes = try call(.createChannelDesc, request.wireBytes, as: user, at: now).pushes
        let room = state.rooms.values.first { $0.channel.kind == .direct && $0.members == [user, other] }
        guard var channel = room?.channel else {
            throw RequestError(code: 13, reason: "no conversation was created", isUnknown: false)
        }
        channel.partner = other
        return (channel, pushes)
    }

    /// Joins the listener to a channel, as a client does before it writes in a thread.
    package mutating func join(_ channel: ChannelID) { state.subscriptions.join(channel, on: connection) }

    // Reading

    /// Returns the channels that a user can read, ordered by id.
    package func channels(readBy user: UserID) -> [Channel] {
        state.rooms.values.filter { state.reads(user, $0) }.map { room in
            var channel = room.channel
            if channel.kind == .direct { channel.partner = room.members.first { $0 != user } ?? 0 }
            return channel
        }.sorted { $0.id < $1.id }
    }

    package func members(of clan: ClanID) -> [Member] {
        guard let clanState = state.clans[clan] else { return [] }
        return clanState.members.sorted().map { user in
            Member(
                clan: clan, user: user, roles: clanState.roleIDs(of: user).map { RoleID($0) }, joinedAt: clanState.joinedAt[user],
                isBot: state.usersByID[user]?.isApp ?? false)
        }
    }

    /// Returns the members of a clan with their names.
    package func authors(of clan: ClanID) -> [Author] {
        (state.clans[clan]?.members.sorted() ?? []).compactMap { user in
            state.usersByID[user].map { Author(id: user, username: $0.name, displayName: $0.displayName) }
        }
    }

    package func roles(of clan: ClanID) -> [Role] {
        (state.clans[clan]?.roles ?? []).map {
            Role(id: $0.id, clan: clan, title: $0.title, permissions: Set($0.permissions.map(\.rawValue)))
        }
    }

    /// Returns the newest messages of a channel before a message (zero for the newest of all), oldest first.
    package func messages(in channel: ChannelID, before message: MessageID = 0, limit: Int) -> [Message] {
        state.messages.page(of: channel, from: message, .before, topic: 0, limit: limit).map(MessageDecoder.message)
    }

    package func message(_ id: MessageID, in channel: ChannelID) -> Message? {
        state.messages.message(id, in: channel).map(MessageDecoder.message)
    }

    private func received(_ pushes: [GatewayPush]) -> [RtEnvelope] {
        pushes.filter { $0.receivers.contains(connection) }.map { push in
            var envelope = RtEnvelope()
            envelope.message = push.message
            return envelope
        }
    }
}
