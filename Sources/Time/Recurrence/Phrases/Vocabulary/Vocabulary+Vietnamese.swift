import ChatModel

extension Vocabulary {
    static let vietnamese: [(String, Term)] =
        [
            ("hãy|làm ơn|xin|vui lòng|nhờ bạn|bạn", .politeness),
            ("nhắc|nhắc nhở|nhắc lại", .verb), ("cho", .toWhom),
            ("tôi|mình|em|tui|!tớ|tao|anh|chị|t|e|mik", .audience(.me)),
            ("chúng ta|chúng tôi|chúng mình|chúng em|bọn mình|bọn tôi|bọn em|tụi mình|tụi tui|tụi em", .audience(.us)),
            ("ở đây|mọi người|cả nhóm|cả team|cả lớp|cả phòng|kênh này|nhóm|tất cả", .audience(.here)),
            ("rằng|là|rằng là|!thì", .that), ("về việc", .about),
            (
                "nhé|nha|nhá|nhe|ạ|đi|với|giúp|giúp với|giùm|giùm với|!hộ|dùm|nghen|nghe|cảm ơn|cám ơn|giúp tôi|giúp mình|nhé bạn",
                .particle
            ),

            ("lúc|vào lúc|vào|tầm|khoảng|khoảng lúc|lúc khoảng", .at), ("vào|trong", .on), ("trong|trong vòng", .within),
            ("sau|sau khoảng", .after), ("từ", .from), ("giữa", .between), ("đến|tới", .through), ("và|với|hoặc", .and),
            ("của|trong|hoặc", .of), ("đến|cho đến|tới|cho tới|đến hết|tới hết|cho đến hết|đến ngày|cho đến ngày", .until),
            ("trừ|ngoại trừ|trừ ra", .except), ("trong|được", .forSome), ("bắt đầu từ|kể từ|bắt đầu|từ", .starting),
            ("trước", .before), ("trước", .ago), ("nữa|sau", .more), ("mỗi|hàng|hằng|cứ|cứ mỗi|các|mọi", .every),
            ("một lần|1 lần|lần", .once), ("khoảng|tầm|đúng", .exactly),

            ("nửa", .half), ("rưỡi|rưởi", .halfMore), ("kém", .less), ("đúng", .exactly),
            ("giây|s", .unit(.second)), ("phút|p|ph", .unit(.minute)), ("tiếng|tiếng đồng hồ|giờ đồng hồ", .unit(.hour)),
            ("giờ|g", .unit(.hour)), ("ngày|hôm|bữa", .unit(.day)), ("tuần", .unit(.week)), ("tháng", .unit(.month)),
            ("năm", .unit(.year)), ("lần", .times),

            ("hôm nay|bữa nay|nay|ngày hôm nay|hnay", .day(0)), ("mai|ngày mai|ngày hôm mai|bữa mai|ngmai|nmai", .day(1)),
            ("!mốt", .day(2)), ("ngày mốt|ngày kia|hôm kia tới|bữa mốt", .day(2)), ("!ngày kìa", .day(3)),
            ("hôm qua|hôm kia|bữa qua|tối qua|sáng qua|chiều qua|tuần trước|tháng trước|năm ngoái", .yesterday),
            ("thứ", .weekdayWord), ("t", .weekdayWord),
            ("cn|chủ nhật|chúa nhật|chủ nhựt", .weekday(.sun)),
            ("ngày làm việc|ngày thường|ngày trong tuần|các ngày trong tuần|ngày đi làm", .workdays), ("cuối tuần", .weekend),
            ("ngày", .dayWord), ("tháng", .monthWord), ("năm", .yearWord),
            ("cuối tháng|ngày cuối tháng|ngày cuối cùng của tháng|ngày cuối của tháng", .edge(.endOfMonth)),
            ("ngày cuối cùng|ngày cuối", .cardinalEdge(.endOfMonth)), ("ngày đầu tiên|ngày đầu", .cardinalEdge(.startOfMonth)),
            ("đầu tháng|ngày đầu tháng", .edge(.startOfMonth)), ("cuối năm", .edge(.endOfYear)),
            ("đầu tuần", .edge(.startOfWeek)),
            ("sau", .next), ("tới", .coming), ("này", .this), ("trước", .last), ("cuối cùng", .ordinal(-1)),
            ("đầu tiên", .ordinal(1)),
            ("tuần sau|tuần tới|tuần kế", .period(.week, 1)), ("tuần sau nữa|tuần tới nữa", .period(.week, 2)),
            ("tuần này", .period(.week, 0)), ("tuần trước", .pastWeek),
            ("tháng sau|tháng tới", .period(.month, 1)), ("tháng sau nữa", .period(.month, 2)),
            ("tháng này|tháng", .period(.month, 0)),
            ("năm sau|năm tới|sang năm", .period(.year, 1)), ("năm nay", .period(.year, 0)),
            ("cách ngày|cách nhật", .alternateDays), ("hàng năm|hằng năm", .each(.year)),

            ("giờ|g", .hourSign), ("giờ", .hourWord), ("phút|p|ph", .minuteWord),
            ("sáng|buổi sáng", .part(.morning)), ("sáng sớm|rạng sáng|tờ mờ sáng", .part(.earlyMorning)),
            ("trưa|buổi trưa", .part(.noon)), ("chiều|buổi chiều", .part(.afternoon)), ("tối|buổi tối", .part(.evening)),
            ("đêm|khuya|ban đêm|đêm khuya", .part(.night)), ("sáng nay", .partOfToday(.morning)),
            ("trưa nay", .partOfToday(.noon)), ("chiều nay", .partOfToday(.afternoon)), ("tối nay", .partOfToday(.evening)),
            ("đêm nay|khuya nay", .partOfToday(.night)), ("nửa đêm", .midnight), ("cuối ngày", .endOfDay),

            ("giờ", .zoneWord), ("ngày lễ|các ngày lễ|!lễ", .holidays),
            ("âm lịch|!âm|lịch âm|tháng chạp|tháng giêng|!tết", .lunar),
            ("rằm|ngày rằm|mùng|mồng|ngày mùng|ngày mồng|giao thừa", .lunarDay),
            (
                "lát nữa|chút nữa|tí nữa|xíu nữa|một lát nữa|một chút nữa|!lát|vài phút|vài giờ|vài tiếng|vài ngày|vài hôm|mấy phút"
                    + "|mai mốt|mai kia|ngày mai ngày kia|hôm nào|hôm nào đó|khi nào|lúc nào|bữa nào|sau này|ít phút|sớm",
                .vague
            ),
        ] + vietnameseNumbers

    private static let vietnameseNumbers: [(String, Term)] = [
        ("một|mốt", .number(1)), ("hai", .number(2)), ("ba", .number(3)), ("bốn|tư", .number(4)), ("năm|lăm|nhăm", .number(5)),
        ("sáu", .number(6)), ("bảy|bẩy", .number(7)), ("tám", .number(8)), ("chín", .number(9)), ("mười", .number(10)),
        ("mười một", .number(11)), ("mười hai", .number(12)), ("mười ba", .number(13)), ("mười bốn", .number(14)),
        ("mười lăm", .number(15)), ("mười sáu", .number(16)), ("mười bảy", .number(17)), ("mười tám", .number(18)),
        ("mười chín", .number(19)), ("hai mươi|hai chục", .number(20)), ("ba mươi|ba chục", .number(30)),
        ("bốn mươi|bốn chục", .number(40)), ("năm mươi|năm chục", .number(50)), ("sáu mươi", .number(60)),
        ("bảy mươi", .number(70)), ("tám mươi", .number(80)), ("chín mươi", .number(90)),
        ("hăm", .number(20)),
    ]
}
