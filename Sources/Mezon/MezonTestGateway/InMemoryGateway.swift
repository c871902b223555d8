package import ChatModel
package import Foundation
package import MezonProtocol

/// The gateway's state without a server: a request is answered at once, and one account hears what it would hear over its
/// socket.
package struct InMemoryGateway: Sendable {
    /// A refused request, by the code that its transport gives it.
    package struct RequestError: Error, Hashable, CustomStringConvertible {
        package var code: Int
        package var reason: String
        /// A Boolean value that indicates whether the gateway does not know the request.
        package var isUnknown: Bool

        package var description: String { "\(reason) (\(code))" }
    }

    private var state: GatewayState
    private let listener: UserID
    private let connection: ConnectionID = 1

    /// - Parameter listener: the account that hears everything it may read.
    /// - Throws: `GatewayError.badSeed`.
    package init(_ seed: GatewaySeed, heardBy listener: UserID, at now: Date) throws(GatewayError) {
        var generator = SystemRandomNumberGenerator()
        state = try GatewayState(seed, switches: CompatibilityFlags(), limits: GatewayLimits(), at: now, using: &generator)
        self.listener = listener
        state.subscriptions.open(connection, user: listener)
        for clan in [0] + state.clans.keys { state.subscriptions.join(clan, on: connection) }
        for room in state.rooms.values where state.reads(listener, room) {
            state.subscriptions.join(room.channel.id, on: connection)
        }
    }

    /// Carries a request out as somebody.
    ///
    /// - Returns: the message that it became, where it became one; and what the listener hears of it.
    package mutating func carryOut(
        _ carriage: RequestTransport, as user: UserID, at now: Date
    ) throws(RequestError) -> (message: MessageID?, heard: [RtEnvelope]) {
        let caller = Caller(user: user, connection: user == listener ? connection : nil)
        switch carriage {
        case .nothing: return (nil, [])
        case .envelope(let envelope):
            do throws(GatewayRequestError) {
                let reply = try state.answer(envelope.message, from: caller, at: now)
                let message: MessageID? =
                    if case .channelMessageAck(let ack)? = reply.answer { MessageID(ack.messageID) } else { nil }
                return (message, heard(reply.pushes))
            } catch {
                throw RequestError(
                    code: Int(error.errorCode), reason: error.message, isUnknown: error == .unrecognized || error.status == 12)
            }
        case .procedure(let rpc, let body):
            return (nil, try call(rpc, body, as: user, at: now).heard)
        }
    }

    /// Calls a procedure as somebody.
    package mutating func call(
        _ rpc: RPC, _ body: [UInt8], as user: UserID, at now: Date
    ) throws(RequestError) -> (answer: [UInt8], heard: [RtEnvelope]) {
        var generator = SystemRandomNumberGenerator()
        let caller = Caller(user: user, connection: user == listener ? connection : nil)
        do throws(GatewayRequestError) {
            let reply = try state.call(rpc, body, by: caller, at: now, using: &generator)
            return (reply.answer, heard(reply.pushes))
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: error.status == 12)
        }
    }

    // People

    package func isMember(_ user: UserID, of clan: ClanID) -> Bool { state.clans[clan]?.members.contains(user) ?? false }

    /// Makes an account, or leaves the one that is there.
    ///
    /// - Throws: `RequestError` where somebody else has the name.
    package mutating func know(_ user: UserID, name: String) throws(RequestError) {
        guard state.usersByID[user] == nil else { return }
        do throws(GatewayRequestError) {
            try state.add(GatewayUser(id: user, name: name, displayName: name, token: Secret(""), isApp: false))
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: false)
        }
    }

    /// Makes somebody a member who has been there since a moment; nobody is told.
    package mutating func settle(_ user: UserID, in clan: ClanID, since date: Date) {
        state.clans[clan]?.add(user, at: date)
        state.subscriptions.forgetListeners()
    }

    /// Makes somebody a member now; nothing is heard of one who was.
    package mutating func welcome(_ user: UserID, to clan: ClanID, at now: Date) -> [RtEnvelope] {
        state.usersByID[user].map { heard(state.addMember($0, to: clan, at: now)) } ?? []
    }

    /// Enters a channel to talk, or leaves it.
    package mutating func talk(
        _ isTalking: Bool, in channel: ChannelID, as user: UserID
    ) throws(RequestError) -> [RtEnvelope] {
        let caller = Caller(user: user, connection: user == listener ? connection : nil)
        do throws(GatewayRequestError) {
            let reply = isTalking ? try state.enterVoice(channel, by: caller) : try state.leaveVoice(channel, by: caller)
            return heard(reply.pushes)
        } catch {
            throw RequestError(code: Int(error.status), reason: error.message, isUnknown: false)
        }
    }

    // Roles

    /// Makes a role that nobody holds, or leaves the one that is there.
    package mutating func know(_ role: RoleID, title: String, in clan: ClanID) {
        guard state.clans[clan]?.roles.contains(where: { $0.id == role }) == false else { return }
        state.clans[clan]?.roles.append(RoleState(id: role, title: title, permissions: [], members: []))
    }

    /// The direct conversation of two people; made where there is none.
    package mutating func conversation(
        of user: UserID, with other: UserID, at now: Date
    ) throws(RequestError) -> (channel: Channel, heard: [RtEnvelope]) {
        var request = ApiCreateChannelDescRequest()
        request.type = ChannelKind.direct.rawValue
        request.channelPrivate = 1
        request.userIds = [other.rawValue]
        let pushes = try call(.createChannelDesc, request.wireBytes, as: user, at: now).heard
        let room = state.rooms.values.first { $0.channel.kind == .direct && $0.members == [user, other] }
        guard var channel = room?.channel else {
            throw RequestError(code: 13, reason: "no conversation was made", isUnknown: false)
        }
        channel.partner = other
        return (channel, pushes)
    }

    // What there is to see

    /// The channels that somebody reads, by id.
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

    /// The members of a clan by the names that they go by.
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

    /// The newest messages of a channel before one (zero for the newest of all), oldest first.
    package func messages(in channel: ChannelID, before message: MessageID = 0, limit: Int) -> [Message] {
        state.messages.page(of: channel, from: message, .before, topic: 0, limit: limit).map(MessageDecoder.message)
    }

    package func message(_ id: MessageID, in channel: ChannelID) -> Message? {
        state.messages.message(id, in: channel).map(MessageDecoder.message)
    }

    private func heard(_ pushes: [GatewayPush]) -> [RtEnvelope] {
        pushes.filter { $0.receivers.contains(connection) }.map { push in
            var envelope = RtEnvelope()
            envelope.message = push.message
            return envelope
        }
    }
}
