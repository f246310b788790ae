import type { Texts } from './translate.ts';

export const zhStaffMails: Texts['staffMails'] = {
  staffInvitation: {
    subject: '加入 {{productName}} 控制台的邀请',
    whatHappened: '您受邀使用管理 {{productName}} 的控制台。此链接在 24 小时内有效，只能打开一次。',
    invitedBy: '邀请人',
    button: '加入控制台',
    notYou:
      '此链接仅供您本人使用：谁打开它，谁就会以您的身份加入。如果您并未期待此邀请，请不要打开，并向邀请人核实。',
  },
  staffRemoved: {
    subject: '您已被移出 {{productName}} 控制台',
    whatHappened: '您已无法再进入控制台：您的会话已结束，您的通行密钥、密码和身份验证器均已失效。',
    removedBy: '移除者',
    notRight:
      '如果这出乎您的意料，请立即联系 {{productName}} 的运营者，但不要通过回复此邮件联系。在 72 小时内，凡是那里无需第二人批准即将执行的操作，您仍会收到邮件，其中附有可取消该操作的链接。',
  },
  proposalDelayed: {
    subject: '{{productName}} 控制台：此操作将在 24 小时后执行',
    whatHappened: '一位员工提出了需要两人决定的操作。没有其他人可以批准，因此它将在下面的时间自动执行。',
    act: '操作',
    about: '对象',
    fromTo: '从 {{before}} 改为 {{after}}',
    proposedBy: '提出人',
    happensAt: '执行时间',
    cancel: '如果这不对，请在此之前取消。此链接无需登录即可使用，请勿转发。',
    button: '查看并取消',
    acts: {
      staff: { invite: '邀请员工', change_role: '更改员工的角色' },
      roles: { change: '更改角色的权限' },
      people: { unfreeze: '解冻账户', remove_two_factor: '移除某人的双重验证' },
      levels: { change: '定义、更改或移除等级' },
      withdrawals: { release_large: '放行大额提现' },
      books: { correct: '更正账目' },
      trading: { hedge: '登记平台在其他场所的一笔交易' },
      settings: { change: '修改一项设置' },
      assets: { change: '更改某币种的可用范围' },
    },
  },
  announcement: {
    subject: '{{productName}} 公告',
    choose: '您可以关闭公告邮件：请前往个人资料中的“通知”设置。',
  },
  contactAnswer: {
    subject: '回复：{{subject}}',
    whatHappened: '您曾给 {{productName}} 留言，以下是我们的回复。',
    youWrote: '您的留言：',
    again: '如需再次联系我们，请使用联系页面；对本邮件的回复无人查收。',
    contact: '联系我们',
  },
};
