import ArgumentParser
import ChatModel

/// The id of a user on the command line.
struct UserArgument: ExpressibleByArgument {
    let user: UserID

    init?(argument: String) {
        guard let user = UserID(argument), !user.isNone else { return nil }
        self.user = user
    }
}
