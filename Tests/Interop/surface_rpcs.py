"""A request to every procedure of the gateway, with the codes that others are refused with."""
import re

from mezon.protobuf.api import api_pb2 as a
from mezon.protobuf.rtapi import realtime_pb2 as r
from surface import BOT, GENERAL, GUEST, LAB, MANAGER, MEMBER, OUTSIDER, OWNER, SECRET, SUPPORT, VOICE, root

PERMISSION = 1767478279956074496  # delete-message
CATEGORY = 1900000000000000031
BUTTONS = '{"t":"?","components":[{"components":[{"id":"yes","type":1,"component":{"label":"Yes"}},' \
    '{"id":"pick","type":2,"component":{"options":[{"label":"A","value":"a"}]}}]}]}'


class Call:
    """One procedure: its request, and what is expected of it.

    request   made from what earlier calls left in `kept`
    by        who calls it
    guest     the code for a member without permissions, None where they may
    outsider  the code for an account of another clan, None where the request is about nobody's clan
    wrong     a request that nobody may make, with its code and what it shows
    hears     the event that a second member of the clan is pushed, or (who, event)
    keep      remembers of the answer what later calls need
    check     whether the answer is right
    """

    def __init__(self, name, request, response=None, by="bot", guest=None, outsider=5, wrong=(), hears=None, keep=None, check=None):
        self.name, self.request, self.response, self.by = name, request, response, by
        self.guest, self.outsider, self.wrong, self.keep, self.check = guest, outsider, wrong, keep, check
        self.hears = ("owner", hears) if isinstance(hears, str) else hears


def calls(k):
    """The calls in the order in which they build on each other."""
    C = Call
    channel = dict(clan_id=LAB, channel_id=GENERAL)
    thread = lambda: dict(clan_id=LAB, channel_id=k["thread"])
    event = lambda: dict(clan_id=LAB, event_id=k["event"])
    nothing = lambda: None
    unknown = 7
    return [
        C("ListClanDescs", a.ListClanDescRequest, a.ClanDescList, outsider=None, check=lambda x: [c.clan_id for c in x.clandesc] == [LAB]),
        C("ListChannelDescs", lambda: a.ListChannelDescsRequest(clan_id=LAB, channel_type=1), a.ChannelDescList,
          check=lambda x: {c.channel_id for c in x.channeldesc} == {GENERAL, SUPPORT, VOICE}),
        C("ListChannelDetail", lambda: a.ListChannelDetailRequest(channel_id=GENERAL), a.ChannelDescription,
          wrong=[(lambda: a.ListChannelDetailRequest(channel_id=SECRET), 5, "private channel")], check=lambda x: x.channel_label == "general"),
        C("ListChannelByUserId", nothing, a.ChannelDescList, outsider=None, check=lambda x: SECRET not in {c.channel_id for c in x.channeldesc}),
        C("ListClanUsers", lambda: a.ListClanUsersRequest(clan_id=LAB), a.ClanUserList, check=lambda x: len(x.clan_users) == 3),
        C("ListUserClansByUserId", nothing, a.AllUserClans, outsider=None, check=lambda x: OUTSIDER not in {u.id for u in x.users}),
        C("ListChannelUsers", lambda: a.ListChannelUsersRequest(**channel), a.ChannelUserList, check=lambda x: len(x.channel_users) == 3),
        C("ListChannelVoiceUsers", lambda: a.ListChannelUsersRequest(clan_id=LAB), a.VoiceChannelUserList),
        C("GetApp", lambda: a.App(id=BOT), a.App, outsider=None, wrong=[(lambda: a.App(id=GUEST), 5, "a person")], check=lambda x: x.appname == "mezon-bot"),
        C("CheckDuplicateName", lambda: a.CheckDuplicateNameRequest(name="general", condition_id=LAB), a.CheckDuplicateNameResponse,
          check=lambda x: x.is_duplicate),
        C("UpdateUserStatus", lambda: a.UserStatusUpdate(status="away"), outsider=None, hears="user_status_event"),
        C("UpdateUserProfileByClan", lambda: a.UpdateClanProfileRequest(clan_id=LAB, nick_name={"value": "Helper"}),
          hears="clan_profile_updated_event"),
        C("GetUserStatus", nothing, a.UserStatus, outsider=None, check=lambda x: x.status == "away"),

        C("SendChannelMessage", lambda: r.ChannelMessageSend(**channel, content=BUTTONS), r.ChannelMessageAck, hears="channel_message",
          keep=lambda x: k.update(message=x.message_id)),
        C("UpdateChannelMessage", lambda: r.ChannelMessageUpdate(**channel, message_id=k["message"], content=BUTTONS), r.ChannelMessageUpdate,
          guest=7, hears="channel_message"),
        C("ListChannelMessages", lambda: a.ListChannelMessagesRequest(**channel), a.ChannelMessageList,
          check=lambda x: x.messages[-1].message_id == k["message"]),
        C("SearchMessage", lambda: a.SearchMessageRequest(filters=[a.FilterParam(field_name="clan_id", field_value=str(LAB)),
                                                                  a.FilterParam(field_name="content", field_value="?")]),
          a.SearchMessageResponse, wrong=[(a.SearchMessageRequest, 3, "no filter")],
          check=lambda x: [m.message_id for m in x.messages] == [str(k["message"])]),
        C("MessageButtonClick", lambda: r.MessageButtonClicked(channel_id=GENERAL, message_id=k["message"], button_id="yes"), by="guest",
          hears=("bot", "message_button_clicked"),
          wrong=[(lambda: r.MessageButtonClicked(channel_id=GENERAL, message_id=k["message"], button_id="no"), 5, "no such button")]),
        C("DropdownBoxSelected", lambda: r.DropdownBoxSelected(channel_id=GENERAL, message_id=k["message"], selectbox_id="pick", values=["a"]),
          by="guest", hears=("bot", "dropdown_box_selected"),
          wrong=[(lambda: r.DropdownBoxSelected(channel_id=GENERAL, message_id=k["message"], selectbox_id="pick", values=["b"]), 3, "value not offered")]),
        C("CreatePinMessage", lambda: a.PinMessageRequest(**channel, message_id=k["message"]), a.ChannelMessageHeader, hears="last_pin_message_event"),
        C("GetPinMessagesList", lambda: a.PinMessageRequest(**channel), a.PinMessagesList,
          check=lambda x: [p.message_id for p in x.pin_messages_list] == [k["message"]]),
        C("DeletePinMessage", lambda: a.DeletePinMessage(**channel, message_id=k["message"]), guest=7, hears="unpin_message_event",
          wrong=[(lambda: a.DeletePinMessage(**channel, message_id=unknown), 5, "no such pin")]),
        C("DeleteChannelMessage", lambda: r.ChannelMessageRemove(**channel, message_id=k["message"]), r.ChannelMessageRemove, guest=7,
          hears="channel_message", wrong=[(lambda: r.ChannelMessageRemove(**channel, message_id=unknown), 5, "no such message")]),
        C("MarkAsRead", lambda: a.MarkAsReadRequest(**channel)),
        C("UploadAttachmentFile", lambda: a.UploadAttachmentRequest(filename="a.txt", filetype="text/plain", size=3), a.UploadAttachment,
          outsider=None, wrong=[(lambda: a.UploadAttachmentRequest(filename="a", size=2**31 - 1), 3, "too large")], check=lambda x: x.url),

        C("AddFriends", lambda: a.AddFriendsRequest(usernames=["guest"]), a.AddFriendsResponse, outsider=None, hears=("guest", "add_friend"),
          wrong=[(lambda: a.AddFriendsRequest(ids=[BOT]), 3, "oneself"), (lambda: a.AddFriendsRequest(ids=[unknown]), 5, "nobody")],
          check=lambda x: list(x.ids) == [GUEST]),
        C("ListFriends", a.ListFriendsRequest, a.FriendList, outsider=None, check=lambda x: [(f.user.id, f.state) for f in x.friends] == [(GUEST, 1)]),
        C("DeleteFriends", lambda: a.DeleteFriendsRequest(ids=[GUEST]), outsider=None, hears=("guest", "remove_friend"),
          wrong=[(lambda: a.DeleteFriendsRequest(ids=[OWNER]), 5, "no friend")]),
        C("BlockFriends", lambda: a.BlockFriendsRequest(ids=[GUEST]), outsider=None, hears=("bot", "block_friend")),
        C("UnblockFriends", lambda: a.BlockFriendsRequest(ids=[GUEST]), outsider=None, hears=("bot", "un_block_friend"),
          wrong=[(lambda: a.BlockFriendsRequest(ids=[OWNER]), 5, "not blocked")]),

        C("ListNotifications", a.ListNotificationsRequest, a.NotificationList, by="guest", outsider=None,
          wrong=[(lambda: a.ListNotificationsRequest(limit=101), 3, "page too large")],
          check=lambda x: [n.code for n in x.notifications] == [-2], keep=lambda x: k.update(notification=x.notifications[0].id)),
        C("DeleteNotifications", lambda: a.DeleteNotificationsRequest(ids=[k["notification"]]), by="guest"),
        C("SetNotificationClanSetting", lambda: a.SetDefaultNotificationRequest(clan_id=LAB, notification_type=2)),
        C("GetNotificationClan", lambda: a.NotificationClan(clan_id=LAB), a.NotificationSetting, check=lambda x: x.notification_setting_type == 2),
        C("SetNotificationChannelSetting", lambda: a.SetNotificationRequest(channel_category_id=GENERAL, notification_type=3),
          wrong=[(lambda: a.SetNotificationRequest(channel_category_id=GENERAL, notification_type=9), 3, "no such type")]),
        C("GetNotificationChannel", lambda: a.NotificationChannel(channel_id=GENERAL), a.NotificationUserChannel,
          check=lambda x: x.notification_setting_type == 3),
        C("DeleteNotificationChannel", lambda: a.NotificationChannel(channel_id=GENERAL)),
        C("SetNotificationCategorySetting", lambda: a.SetNotificationRequest(channel_category_id=CATEGORY, notification_type=1)),
        C("GetNotificationCategory", lambda: a.DefaultNotificationCategory(category_id=CATEGORY), a.NotificationUserChannel,
          check=lambda x: x.notification_setting_type == 1),
        C("DeleteNotificationCategorySetting", lambda: a.DefaultNotificationCategory(category_id=CATEGORY)),
        C("SetMuteChannel", lambda: a.SetMuteRequest(id=GENERAL, mute_time=60)),
        C("ListMutedChannel", lambda: a.ListMutedChannelRequest(clan_id=LAB), a.MutedChannelList, check=lambda x: list(x.muted_list) == [GENERAL]),

        C("CreateCategoryDesc", lambda: a.CreateCategoryDescRequest(clan_id=LAB, category_name="Plans"), a.CategoryDesc, guest=7,
          hears="category_event", keep=lambda x: k.update(category=x.category_id)),
        C("UpdateCategory", lambda: a.UpdateCategoryDescRequest(clan_id=LAB, category_id=k["category"], category_name="Goals"), guest=7,
          hears="category_event"),
        C("ListCategoryDescs", lambda: a.CategoryDesc(clan_id=LAB), a.CategoryDescList,
          check=lambda x: [c.category_name for c in x.categorydesc] == ["Text", "Goals"]),
        C("DeleteCategoryDesc", lambda: a.DeleteCategoryDescRequest(clan_id=LAB, category_id=k["category"]), guest=7, hears="category_event"),

        C("CreateChannelDesc", lambda: a.CreateChannelDescRequest(clan_id=LAB, type=1, channel_label="new"), a.ChannelDescription, guest=7,
          hears="channel_created_event", keep=lambda x: k.update(channel=x.channel_id),
          wrong=[(lambda: a.CreateChannelDescRequest(clan_id=LAB, type=1, channel_label="general"), 6, "name taken")]),
        C("UpdateChannelDesc", lambda: a.UpdateChannelDescRequest(clan_id=LAB, channel_id=k["channel"], topic="x"), guest=7,
          hears="channel_updated_event"),
        C("CreateChannelDesc", lambda: a.CreateChannelDescRequest(clan_id=LAB, type=7, channel_label="thread", parent_id=GENERAL),
          a.ChannelDescription, hears="channel_created_event", keep=lambda x: k.update(thread=x.channel_id)),
        C("ListThreadDescs", lambda: a.ListThreadRequest(**channel), a.ChannelDescListNoPool,
          check=lambda x: [c.channel_id for c in x.channeldesc] == [k["thread"]]),
        C("SearchThread", lambda: a.SearchThreadRequest(**channel, label="THR"), a.ChannelDescList,
          check=lambda x: [c.channel_id for c in x.channeldesc] == [k["thread"]]),
        C("AddChannelUsers", lambda: a.AddChannelUsersRequest(channel_id=k["thread"], user_ids=[GUEST, OWNER]), hears="user_channel_added_event",
          wrong=[(lambda: a.AddChannelUsersRequest(channel_id=GENERAL, user_ids=[GUEST]), 3, "public channel"),
                 (lambda: a.AddChannelUsersRequest(channel_id=k["thread"], user_ids=[OUTSIDER]), 5, "of another clan")]),
        C("RemoveChannelUsers", lambda: a.RemoveChannelUsersRequest(channel_id=k["thread"], user_ids=[OWNER]), guest=7, hears="user_channel_removed_event"),
        C("LeaveThread", lambda: a.LeaveThreadRequest(**thread()), by="guest", hears=("bot", "user_channel_removed_event")),
        C("ArchiveChannel", lambda: a.ArchiveChannelRequest(**thread()), guest=7, hears="channel_archive_event"),
        C("ListArchivedChannelDescs", lambda: a.ListArchivedChannelDescsRequest(clan_id=LAB), a.ListArchivedChannelDescsResponse,
          check=lambda x: [c.channel_id for c in x.channeldesc] == [k["thread"]]),
        C("ActiveArchivedThread", lambda: r.ActiveArchivedThread(**thread()), hears="channel_archive_event"),
        C("DeleteChannelDesc", lambda: a.DeleteChannelDescRequest(clan_id=LAB, channel_id=k["channel"]), guest=7, hears="channel_deleted_event",
          wrong=[(lambda: a.DeleteChannelDescRequest(**channel), 3, "the clan's first channel")]),

        C("CreatePoll", lambda: a.CreatePollRequest(**channel, question="Lunch?", answers=["a", "b"], expire_hours=1), a.CreatePollResponse,
          hears="channel_message", check=lambda x: x.poll_id and x.message_id,
          wrong=[(lambda: a.CreatePollRequest(**channel, question="Lunch?", answers=["a"]), 3, "one answer")]),
        C("CreateChannelDesc", lambda: a.CreateChannelDescRequest(type=2, user_ids=[GUEST, OWNER]), a.ChannelDescription, outsider=None,
          keep=lambda x: k.update(group=x.channel_id)),
        C("CloseDMByChannelId", lambda: a.DeleteChannelDescRequest(channel_id=k["group"]),
          wrong=[(lambda: a.DeleteChannelDescRequest(channel_id=GENERAL), 3, "no conversation")]),

        C("CreateEvent", lambda: a.CreateEventRequest(clan_id=LAB, title="Demo", start_time_seconds=2000000000), a.EventManagement, guest=7,
          hears="clan_event_created", keep=lambda x: k.update(event=x.id), wrong=[(lambda: a.CreateEventRequest(clan_id=LAB), 3, "no title")]),
        C("UpdateEvent", lambda: a.UpdateEventRequest(**event(), title="Demo day"), guest=7, hears="clan_event_created"),
        C("AddUserEvent", lambda: a.UserEventRequest(**event()), hears="clan_event_created"),
        C("ListEvents", lambda: a.ListEventsRequest(clan_id=LAB), a.EventList,
          check=lambda x: [(e.title, list(e.user_ids)) for e in x.events] == [("Demo day", [BOT])]),
        C("DeleteUserEvent", lambda: a.UserEventRequest(**event()), hears="clan_event_created"),
        C("DeleteEvent", lambda: a.DeleteEventRequest(**event()), guest=7, hears="clan_event_created"),

        C("CreateClanEmoji", lambda: a.ClanEmojiCreateRequest(clan_id=LAB, source="https://example.com/a.png", shortname=":a:"), guest=7,
          hears="event_emoji"),
        C("GetListEmojisByUserId", nothing, a.EmojiListedResponse, outsider=None, check=lambda x: [e.shortname for e in x.emoji_list] == [":a:"],
          keep=lambda x: k.update(emoji=x.emoji_list[0].id)),
        C("UpdateClanEmojiById", lambda: a.ClanEmojiUpdateRequest(id=k["emoji"], clan_id=LAB, shortname=":b:"), guest=7, hears="event_emoji"),
        C("DeleteByIdClanEmoji", lambda: a.ClanEmojiDeleteRequest(id=k["emoji"], clan_id=LAB), guest=7, hears="event_emoji"),
        C("AddClanSticker", lambda: a.ClanStickerAddRequest(clan_id=LAB, source="https://example.com/a.png", shortname="a"), guest=7,
          hears="sticker_create_event"),
        C("GetListStickersByUserId", nothing, a.StickerListedResponse, outsider=None, check=lambda x: [s.shortname for s in x.stickers] == ["a"],
          keep=lambda x: k.update(sticker=x.stickers[0].id)),
        C("UpdateClanStickerById", lambda: a.ClanStickerUpdateByIdRequest(id=k["sticker"], clan_id=LAB, shortname="b"), guest=7,
          hears="sticker_update_event"),
        C("DeleteClanStickerById", lambda: a.ClanStickerDeleteRequest(id=k["sticker"], clan_id=LAB), guest=7, hears="sticker_delete_event"),

        C("GetListPermission", nothing, a.PermissionList, outsider=None, check=lambda x: len(x.permissions) == 7),
        C("CreateRole", lambda: a.CreateRoleRequest(clan_id=LAB, title="helper", active_permission_ids=[PERMISSION]), a.Role, guest=7,
          hears="role_event", keep=lambda x: k.update(role=x.id)),
        C("UpdateRole", lambda: a.UpdateRoleRequest(clan_id=LAB, role_id=k["role"], add_user_ids=[GUEST]), guest=7, hears="role_assign_event"),
        C("ListRoles", lambda: a.RoleListEventRequest(clan_id=LAB), a.RoleListEventResponse, check=lambda x: len(x.roles.roles) == 3),
        C("ListRoleUsers", lambda: a.ListRoleUsersRequest(role_id=k["role"]), a.RoleUserList, check=lambda x: [u.id for u in x.role_users] == [GUEST]),
        C("ListRolePermissions", lambda: a.ListPermissionsRequest(role_id=k["role"]), a.PermissionList,
          check=lambda x: [p.slug for p in x.permissions] == ["delete-message"]),
        C("GetRoleOfUserInTheClan", lambda: a.ListPermissionOfUsersRequest(clan_id=LAB), a.RoleList, check=lambda x: [o.id for o in x.roles] == [MANAGER]),
        C("DeleteRole", lambda: a.DeleteRoleRequest(clan_id=LAB, role_id=k["role"]), guest=7, hears="role_event"),
        C("SetRoleChannelPermission", lambda: a.UpdateRoleChannelRequest(
            role_id=MEMBER, channel_id=SUPPORT, permission_update=[a.PermissionUpdate(permission_id=PERMISSION, type=1)]), guest=7,
          hears="permission_set_event"),
        C("GetPermissionByRoleIdChannelId", lambda: a.PermissionRoleChannelListEventRequest(role_id=MEMBER, channel_id=SUPPORT),
          a.PermissionRoleChannelListEventResponse, check=lambda x: [(p.permission_id, p.active) for p in x.permission_role_channel] == [(PERMISSION, True)]),
        C("ListUserPermissionInChannel", lambda: a.UserPermissionInChannelListRequest(clan_id=LAB, channel_id=SUPPORT),
          a.UserPermissionInChannelListResponse, by="guest", check=lambda x: "delete-message" in {p.slug for p in x.permissions.permissions}),

        C("AddQuickMenuAccess", lambda: a.QuickMenuAccess(id=77, menu_name="poll"), outsider=None,
          wrong=[(a.QuickMenuAccess, 3, "no name")]),
        C("ListQuickMenuAccess", a.ListQuickMenuAccessRequest, a.QuickMenuAccessList, outsider=None, check=lambda x: [m.id for m in x.list_menus] == [77]),
        C("DeleteQuickMenuAccess", lambda: a.QuickMenuAccess(id=77), outsider=None),

        C("BanClanUsers", lambda: a.BanClanUsersRequest(**channel, user_ids=[GUEST], ban_time=60), guest=7, hears="ban_user_event",
          wrong=[(lambda: a.BanClanUsersRequest(**channel, user_ids=[OWNER]), 7, "the owner")]),
        C("IsBanned", lambda: a.IsBannedRequest(channel_id=GENERAL), a.IsBannedResponse, by="guest", check=lambda x: x.is_banned),
        C("ListBannedUsers", lambda: a.BannedUserListRequest(clan_id=LAB), a.BannedUserList, guest=7,
          check=lambda x: [b.banned_id for b in x.banned_users] == [GUEST]),
        C("UnbanClanUsers", lambda: a.BanClanUsersRequest(**channel, user_ids=[GUEST]), guest=7, hears="ban_user_event"),
        C("RemoveClanUsers", lambda: a.RemoveClanUsersRequest(clan_id=LAB, user_ids=[GUEST]), guest=None, hears="user_clan_removed_event",
          wrong=[(lambda: a.RemoveClanUsersRequest(clan_id=LAB, user_ids=[OWNER]), 7, "the owner")]),
    ]


async def call_procedures(run, accounts):
    kept, rows = {}, {}
    for call in calls(kept):
        refusals = []
        name = call.name
        for who, code, why in (("outsider", call.outsider, "of another clan"), ("guest", call.guest, "without permission")):
            if code is not None and who != call.by:
                await run.refuse(f"{name} by {who}", code, lambda: accounts[who].call(name, call.request(), call.response))
                refusals.append((code, why))
        for request, code, why in call.wrong:
            await run.refuse(f"{name}: {why}", code, lambda: accounts[call.by].call(name, request(), call.response))
            refusals.append((code, why))
        for account in accounts.values():
            account.heard.clear()
        before = len(run.failures)
        answer = await run.succeed(name, lambda: accounts[call.by].call(name, call.request(), call.response))
        if len(run.failures) > before:
            continue
        if call.keep:
            call.keep(answer)
        if call.check and not call.check(answer):
            run.fail(name, f"its answer is not what was expected: {answer}")
        if call.hears:
            await run.succeed(f"{name}: {call.hears[1]}", lambda: accounts[call.hears[0]].hears(call.hears[1]))
        shown = f"`{call.response.DESCRIPTOR.name}`" if call.response else "204"
        row = rows.setdefault(name, [shown, [], []])
        if call.hears and call.hears[1] not in row[1]:
            row[1].append(call.hears[1])
        row[2] += [refusal for refusal in refusals if refusal not in row[2]]
    known = set(re.findall(r'= "(\w+)"', (root / "Sources/Mezon/MezonProtocol/RPC.swift").read_text()))
    for name in sorted(known - rows.keys()):
        run.fail(name, "a procedure of RPC.swift that surface_rpcs.py does not call")
    run.rows["Procedures"] = [
        (f"`{name}`", shown, ", ".join(f"`{event}`" for event in events), "; ".join(f"{code} {why}" for code, why in refusals))
        for name, (shown, events, refusals) in sorted(rows.items())
    ]
    await run.refuse("an unknown procedure", 12, lambda: accounts["bot"].call("NoSuchProcedure"))
    await run.refuse("an unreadable request", 3, lambda: accounts["bot"].call("ListFriends", Unreadable(), a.FriendList))


class Unreadable:
    def SerializeToString(self):
        return b"\x0a\xff"
