import type { Texts } from './translate.ts';

export const faStaffMails: Texts['staffMails'] = {
  staffInvitation: {
    subject: 'دعوت شما به کنسول {{productName}}',
    whatHappened:
      'شما به کنسولی دعوت شده‌اید که {{productName}} از آن اداره می‌شود. این پیوند فقط یک بار و تا ۲۴ ساعت باز می‌شود.',
    invitedBy: 'دعوت‌کننده',
    button: 'پیوستن به کنسول',
    notYou:
      'این پیوند تنها برای شماست: هر کس بازش کند به جای شما می‌پیوندد. اگر منتظر آن نبودید، بازش نکنید و از دعوت‌کننده بپرسید.',
  },
  proposalDelayed: {
    subject: 'کنسول {{productName}}: این کار ۲۴ ساعت دیگر انجام می‌شود',
    whatHappened:
      'یکی از کارکنان کاری خواسته است که دو نفر باید درباره‌اش تصمیم بگیرند. کس دیگری نمی‌تواند آن را تأیید کند، پس در زمان زیر خودبه‌خود انجام می‌شود.',
    act: 'کار',
    about: 'درباره',
    proposedBy: 'درخواست‌کننده',
    happensAt: 'زمان انجام',
    cancel: 'اگر این درست نیست، پیش از آن لغوش کنید. این پیوند به ورود نیاز ندارد: آن را به کسی ندهید.',
    button: 'دیدن و لغو کردن',
    acts: {
      staff: { invite: 'دعوت یک نفر به کارکنان', change_role: 'تغییر نقش یکی از کارکنان' },
      roles: { change: 'تغییر دسترسی‌های یک نقش' },
      people: { unfreeze: 'باز کردن یک حساب مسدود', remove_two_factor: 'برداشتن تأیید دومرحله‌ای یک نفر' },
      withdrawals: { release_large: 'آزاد کردن یک برداشت بزرگ' },
      books: { correct: 'اصلاح دفترها' },
    },
  },
  contactAnswer: {
    subject: 'پاسخ: {{subject}}',
    whatHappened: 'شما به {{productName}} نوشته بودید. این پاسخ ماست.',
    youWrote: 'پیام شما:',
    again: 'برای نوشتن دوباره به صفحهٔ تماس بروید: پاسخ به این ایمیل خوانده نمی‌شود.',
    contact: 'تماس با ما',
  },
};
