import type { Texts } from './translate.ts';

export const zhMails: Texts['mails'] = {
  greeting: '{{username}}，您好：',
  signature: '{{productName}} 团队',
  phrase: {
    label: '您的防钓鱼码',
    whyShown: '{{productName}} 的每封邮件都会显示此防钓鱼码。如果没有显示，请勿相信该邮件。',
  },
  facts: {
    time: '时间',
    timeInUtc: '{{time}}（UTC 时间）',
    device: '设备',
    networkAddress: 'IP 地址',
    newEmail: '新邮箱',
    amount: '金额',
    fee: '费用合计',
    arrives: '对方收到',
    network: '网络',
    address: '地址',
    recipient: '收款方',
    memo: '标签或备注（Tag/Memo）',
    reference: '链上交易 ID',
    leavesAt: '转出时间',
    currency: '币种',
    line: '提醒价',
    price: '当前价格',
    reason: '原因',
    nextTime: '下次时间',
    sender: '付款人',
    given: '支付',
    received: '获得',
    trades: '成交笔数',
  },
  verifyEmail: {
    subject: '验证您的 {{productName}} 账户邮箱',
    enterCode:
      '欢迎使用 {{productName}}。请输入以下验证码，以验证账户 {{username}} 的邮箱。验证码 10 分钟内有效。',
    orOpenLink: '您也可以打开以下链接，链接 24 小时内有效。',
    button: '验证邮箱',
    notYou:
      '如果账户 {{username}} 不是您本人注册的，请忽略此邮件，该账户将无法使用您的邮箱地址。请勿将验证码告诉任何人，我们绝不会向您索要。',
  },
  verifyNewEmail: {
    subject: '确认您的 {{productName}} 账户新邮箱',
    enterCode:
      '此地址将成为 {{productName}} 账户 {{username}} 的邮箱。请输入以下验证码进行确认。验证码 10 分钟内有效。',
    orOpenLink: '您也可以打开以下链接，链接 24 小时内有效。',
    button: '确认邮箱',
    notYou:
      '在您确认之前，不会有任何更改。如果账户 {{username}} 不是您的，请忽略此邮件，该账户将无法使用您的邮箱地址。请勿将验证码告诉任何人，我们绝不会向您索要。',
  },
  resetPassword: {
    subject: '重置您的 {{productName}} 密码',
    openLink:
      '有人（很可能是您本人）申请重置您的账户 {{username}} 的密码。请打开以下链接设置新密码，链接 30 分钟内有效，且只能使用一次。',
    button: '设置新密码',
    orEnterCode: '如果无法打开链接，请在重置密码页面输入以下重置码。',
    notYou:
      '如果不是您本人操作，请忽略此邮件，您的密码不会改变。请勿将链接或重置码告诉任何人，我们绝不会向您索要。',
  },
  emailTaken: {
    subject: '您已拥有 {{productName}} 账户',
    whatHappened:
      '刚刚有人尝试将此邮箱地址用于另一个 {{productName}} 账户。该地址已属于您的账户 {{username}}，因此无法再用于其他账户，您的账户没有任何变化。',
    ifYou: '如果是您本人操作，请登录现有账户，或为另一个账户换用其他邮箱地址。',
    button: '登录',
    notYou: '如果不是您本人操作，则无需处理。',
  },
  emailTakenBack: {
    subject: '您的 {{productName}} 账户已恢复原邮箱',
    whatHappened: '有人通过原邮箱撤销了您的账户 {{username}} 的邮箱更换，账户已冻结。此邮箱不再属于该账户。',
    notYou:
      '如果不是您本人操作，可能有人能读取您原邮箱的邮件：请确保原邮箱安全，并立即联系 {{productName}} 团队。账户至少会冻结一天。',
  },
  emailChanged: {
    subject: '您的 {{productName}} 账户邮箱已更换',
    whatHappened: '您的账户 {{username}} 已启用新的邮箱地址。今后登录和接收我们的邮件都将使用新地址。',
    undo: '如果不是您本人操作，请撤销此次更换。邮箱将恢复为此地址，账户也会冻结，在您重置密码 24 小时后恢复使用。链接 72 小时内有效。',
    undoButton: '撤销更换',
    orFreeze: '如需立即阻止一切操作、暂不恢复邮箱，请冻结账户。',
  },
  accountDeleted: {
    subject: '您的 {{productName}} 账户已注销',
    whatHappened: '您的账户 {{username}} 已注销。您的个人信息均已删除；过往交易记录会保留，但不含您的姓名。',
    thanks: '感谢您使用 {{productName}}。',
    notYou: '如果不是您本人操作，请立即联系我们。',
    contact: '联系我们',
  },
  contactMessage: {
    subject: '致 {{productName}} 的留言：{{subject}}',
    whatHappened: '{{productName}} 的一位访客给您留言。直接回复本邮件，对方即可收到。',
    unproved: '留言者的身份未经证实：姓名和邮箱均由其自行填写。请勿仅凭此留言打开链接或转账。',
    name: '姓名',
    email: '邮箱',
    topic: '主题',
    language: '语言',
  },
  withdrawalCode: {
    subject: '请确认您的 {{productName}} 提币',
    enterCode:
      '您的账户 {{username}} 正在申请提币。如果以下信息与您的申请完全一致，请输入此验证码确认。验证码 10 分钟内有效。',
    compare: '请核对完整地址，而不只是开头和结尾。',
    notYou:
      '如果不是您本人操作，请勿将验证码告诉任何人：没有验证码，款项不会转出。有人已登录您的账户，请立即冻结账户。',
  },
  withdrawalWaiting: {
    subject: '您的 {{productName}} 提币将在 24 小时后转出',
    whatHappened:
      '您的账户 {{username}} 有一笔提币已确认，现需等待 24 小时，因为收款地址是新的，或账户的安全设置最近有变动。您无需再做任何操作。',
    cancel: '如果不是您本人操作，或您改变了主意，请在转出之前取消。款项会立即退回您的余额。',
    button: '取消提币',
    orFreeze: '如果是他人申请的提币，请同时冻结您的账户。',
  },
  withdrawalSent: {
    subject: '您的 {{productName}} 提币已转出',
    whatHappened: '您的账户 {{username}} 有一笔提币已转出。到账时间取决于网络。',
  },
  withdrawalFailed: {
    subject: '您的 {{productName}} 提币未能转出',
    whatHappened: '您的账户 {{username}} 有一笔提币未能转出。包括手续费在内的全部金额已退回您的余额。',
    whatNow: '请核对地址后重试；如果再次失败，请联系我们。',
    button: '打开钱包',
  },
  trade: {
    button: '打开交易页面',
    price_alert: {
      above: '{{productName}}：{{asset}} 已涨至 {{line}}',
      below: '{{productName}}：{{asset}} 已跌至 {{line}}',
      whatHappened: '您的账户 {{username}} 关注的价格已达到您设定的提醒价。',
      whatNow: '每个提醒只通知一次。如需再次收到通知，请在交易页面恢复该提醒。',
    },
    recurring_buy_refused: {
      subject: '{{productName}}：{{asset}} 定期买入未能执行',
      whatHappened: '您的账户 {{username}} 有一笔定期买入已到期，但未能执行。未扣除任何款项。',
      whatNow: '下次到期时会再次尝试。若连续三次未能执行，该定期买入将暂停。',
    },
    recurring_buy_paused: {
      subject: '{{productName}}：{{asset}} 定期买入已暂停',
      whatHappened: '您的账户 {{username}} 有一笔定期买入连续三次未能执行，现已暂停。未扣除任何款项。',
      whatNow: '在您于交易页面恢复之前，不会再买入。',
    },
  },
  money: {
    button: '查看交易详情',
    choose: '是否接收此类邮件由您决定：请前往个人资料中的“通知”设置。',
    chooseButton: '设置通知',
    transfer_received: {
      subjectBySender: '{{productName}}：{{sender}} 向您转账 {{amount}}',
      subject: '{{productName}}：{{amount}} 已到账',
      whatHappened: '您的账户 {{username}} 收到一笔转账，可立即使用。',
    },
    deposit_credited: {
      subject: '{{productName}}：{{amount}} 已到账',
      whatHappened: '您的账户 {{username}} 有一笔充币已确认，并已计入余额。',
    },
    topup_credited: {
      subject: '{{productName}}：{{amount}} 已到账',
      whatHappened: '您的账户 {{username}} 的充值已计入余额。',
    },
    correction_in: {
      subject: '{{productName}}：{{amount}} 已计入您的余额',
      whatHappened: '我们对您的账户 {{username}} 做了一笔更正：一笔金额已计入您的余额。',
    },
    correction_out: {
      subject: '{{productName}}：已从您的余额扣除 {{amount}}',
      whatHappened:
        '我们对您的账户 {{username}} 做了一笔更正：一笔金额已从您的余额中扣除。如有疑问，请联系我们。',
    },
    withdrawal_cancelled: {
      subject: '{{productName}}：您的 {{amount}} 提币已取消',
      whatHappened:
        '您的账户 {{username}} 有一笔提币在转出前已取消。包括手续费在内的全部金额已退回您的余额。',
    },
    withdrawal_expired: {
      subject: '{{productName}}：您的 {{amount}} 提币已过期',
      whatHappened:
        '您的账户 {{username}} 有一笔提币未在规定时间内输入验证码，因此未转出。包括手续费在内的全部金额已退回您的余额。',
    },
    trade_done: {
      BUY: '{{productName}}：您以 {{from}} 买入了 {{to}}',
      SELL: '{{productName}}：您卖出 {{from}}，获得 {{to}}',
      EXCHANGE: '{{productName}}：您用 {{from}} 兑换了 {{to}}',
      whatHappened: '您的账户 {{username}} 完成了一笔交易。',
    },
  },
  freeze: {
    notYou: '如果不是您本人操作，请冻结账户。所有设备将退出登录，任何人都无法登录或转出资金。',
    button: '冻结我的账户',
  },
  afterFreeze: {
    toOpen: '如需解冻账户，请重置密码，重置 24 小时后即可登录。如果账户是由我们冻结的，请直接联系我们。',
    button: '重置密码',
  },
  afterUnfreeze: {
    signIn: '您可以重新登录了。请检查已登录的设备和安全设置，如有任何不认识的内容，请联系我们。',
    button: '登录',
  },
  notices: {
    signed_in: {
      subject: '您的 {{productName}} 账户有新的登录',
      whatHappened: '有人登录了您的账户 {{username}}。',
    },
    signed_in_on_new_device: {
      subject: '有新设备登录了您的 {{productName}} 账户',
      whatHappened: '有人使用此前从未登录过的设备登录了您的账户 {{username}}。如果是您本人操作，则无需处理。',
    },
    second_factor_failed: {
      subject: '一次 {{productName}} 登录已被拒绝',
      whatHappened: '有人输入了您的账户 {{username}} 的正确密码，但未能通过双重验证。登录未成功。',
    },
    signed_out: {
      subject: '您已退出 {{productName}}',
      whatHappened: '您的账户 {{username}} 已在一台设备上退出登录。',
    },
    session_ended: {
      subject: '一台设备已退出 {{productName}}',
      whatHappened: '您的一台设备已退出账户 {{username}}。',
    },
    other_sessions_ended: {
      subject: '您的其他设备已退出 {{productName}}',
      whatHappened: '除一台设备外，其余设备均已退出您的账户 {{username}}。',
    },
    all_sessions_ended: {
      subject: '您已在所有设备上退出 {{productName}}',
      whatHappened: '所有设备均已退出您的账户 {{username}}，其 API 密钥已删除。',
    },
    email_verified: {
      subject: '您的 {{productName}} 账户邮箱已验证',
      whatHappened: '此地址现已成为您的账户 {{username}} 的已验证邮箱。',
    },
    password_changed: {
      subject: '您的 {{productName}} 密码已修改',
      whatHappened:
        '您的账户 {{username}} 的密码已修改，所有其他设备均已退出登录，未选择保留的通行密钥已删除。',
    },
    password_reset_asked: {
      subject: '有人申请重置您的 {{productName}} 密码',
      whatHappened: '有人申请了用于重置您的账户 {{username}} 密码的链接。密码目前没有改变。',
    },
    password_reset: {
      subject: '您的 {{productName}} 密码已重置',
      whatHappened:
        '有人通过我们邮件中的链接或重置码为您的账户 {{username}} 设置了新密码，所有设备均已退出登录，未选择保留的通行密钥已删除。',
    },
    email_change_asked: {
      subject: '有人申请更换您的 {{productName}} 账户邮箱',
      whatHappened: '有人申请更换您的账户 {{username}} 的邮箱地址。在新地址确认之前，不会有任何更改。',
    },
    email_changed: {
      subject: '您的 {{productName}} 账户邮箱已更换',
      whatHappened: '您的账户 {{username}} 的邮箱地址已更换，所有其他设备均已退出登录。',
    },
    email_change_undone: {
      subject: '您的 {{productName}} 账户邮箱更换已撤销',
      whatHappened:
        '您的账户 {{username}} 已恢复使用此邮箱地址。账户现已冻结，通行密钥和 API 密钥已删除，因此更换邮箱的人无法登录。尚未转出的提币已取消。',
    },
    two_factor_enabled: {
      subject: '{{productName}} 双重验证已开启',
      whatHappened:
        '今后登录您的账户 {{username}} 时，需要输入身份验证器应用中的动态验证码。请妥善保管恢复码。',
    },
    two_factor_disabled: {
      subject: '{{productName}} 双重验证已关闭',
      whatHappened: '登录您的账户 {{username}} 不再需要身份验证器应用中的动态验证码，现在仅凭密码即可登录。',
    },
    two_factor_renewed: {
      subject: '您的 {{productName}} 身份验证器已更换',
      whatHappened:
        '您的账户 {{username}} 已重新设置双重验证。原身份验证器应用的动态验证码和原恢复码均已失效。',
    },
    recovery_codes_renewed: {
      subject: '您的 {{productName}} 恢复码已更新',
      whatHappened: '已为您的账户 {{username}} 生成新的恢复码，原恢复码已失效。',
    },
    recovery_code_used: {
      subject: '一个 {{productName}} 恢复码已被使用',
      whatHappened: '有人在您的账户 {{username}} 中使用恢复码代替了动态验证码。该恢复码已失效。',
    },
    passkey_added: {
      subject: '您的 {{productName}} 账户已添加通行密钥',
      whatHappened: '您的账户 {{username}} 已添加一个通行密钥，持有者可用它登录。',
    },
    passkey_removed: {
      subject: '您的 {{productName}} 账户已删除通行密钥',
      whatHappened: '您的账户 {{username}} 已删除一个通行密钥，今后无法再用它登录。',
    },
    api_key_created: {
      subject: '您的 {{productName}} 账户已创建 API 密钥',
      whatHappened: '您的账户 {{username}} 已创建一个 API 密钥。持有该密钥的程序可在您授予的权限内代您操作。',
    },
    api_key_renewed: {
      subject: '您的 {{productName}} API 密钥已续期',
      whatHappened: '您的账户 {{username}} 的一个 API 密钥已续期，有效期再延长 90 天。',
    },
    api_key_ended: {
      subject: '您的 {{productName}} API 密钥已停用',
      whatHappened: '您的账户 {{username}} 的一个 API 密钥已停用，使用它的程序不再有访问权限。',
    },
    phrase_changed: {
      subject: '您的 {{productName}} 防钓鱼码已修改',
      whatHappened: '您的账户 {{username}} 在我们的邮件中显示的防钓鱼码已修改或删除。',
    },
    account_frozen: {
      subject: '您的 {{productName}} 账户已冻结',
      whatHappened:
        '您的账户 {{username}} 已冻结。所有设备均已退出登录，通行密钥和 API 密钥已删除，任何人都无法登录或转出资金。尚未转出的提币已取消。',
    },
    account_unfrozen: {
      subject: '您的 {{productName}} 账户已解冻',
      whatHappened: '您的账户 {{username}} 已解冻。',
    },
    withdrawal_address_added: {
      subject: '您的 {{productName}} 账户新增了提币地址',
      whatHappened: '您的账户 {{username}} 的提币地址簿中新增了一个地址。',
    },
    withdrawal_address_removed: {
      subject: '您的 {{productName}} 账户删除了提币地址',
      whatHappened: '您的账户 {{username}} 的提币地址簿中删除了一个地址。',
    },
    allow_list_turned_on: {
      subject: '您的 {{productName}} 账户已开启提币白名单',
      whatHappened: '您的账户 {{username}} 现在只能提币到地址簿中的地址，也只能转账给联系人。',
    },
    allow_list_turned_off: {
      subject: '您的 {{productName}} 账户已关闭提币白名单',
      whatHappened: '您的账户 {{username}} 的提币白名单已关闭。',
    },
    recipient_saved: {
      subject: '您的 {{productName}} 账户保存了新的收款人',
      whatHappened:
        '您的账户 {{username}} 中保存了一个联系人。由于您的账户只能向已保存的地址付款，现在可以向该联系人转账。',
    },
    transfer_above_limit: {
      subject: '您的 {{productName}} 账户有一笔超出您限额的转账',
      whatHappened:
        '您的账户 {{username}} 向以前从未转过账的人转出了一笔款项。该转账超出了您对此类转账的每日限额，并已通过密码或验证码确认。',
    },
    transfer_limit_raised: {
      subject: '您的 {{productName}} 账户的转账限额已提高',
      whatHappened: '您的账户 {{username}} 现在每天可以在无需密码或验证码的情况下，向新收款人转出更多款项。',
    },
    transfer_limit_lowered: {
      subject: '您的 {{productName}} 账户的转账限额已降低',
      whatHappened: '您的账户 {{username}} 现在向新收款人转账时，会更早要求输入密码或验证码。',
    },
    withdrawal_from_new_network: {
      subject: '您的 {{productName}} 账户收到了来自新网络的提币申请',
      whatHappened:
        '您的账户 {{username}} 提交了一笔提币申请：申请来自此前从未登录过的网络，或在首次从该网络登录后不到一小时提交。如果是您本人操作，则无需处理。',
    },
    many_new_recipients: {
      subject: '您的 {{productName}} 账户向多位新收款人转账',
      whatHappened:
        '一天之内，您的账户 {{username}} 向五位以前从未转过账的人转了账。如果是您本人操作，则无需处理。',
    },
    level_changed: {
      subject: '您的 {{productName}} 新等级',
      whatHappened: '您的账户 {{username}} 现在有了新等级。',
    },
    staff_looked: {
      subject: '{{productName}} 的工作人员查看了您的账户',
      whatHappened: '我们的一名工作人员查看了您的账户 {{username}}。',
    },
    many_wrong_codes: {
      subject: '有人多次为您的 {{productName}} 账户输入错误的验证码',
      whatHappened:
        '有人为您的账户 {{username}} 连续五次输入了错误的验证码。输入者已登录该账户，或者知道密码。如果是您本人操作，则无需处理。',
    },
  },
};
