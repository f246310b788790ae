import { Route, Routes } from 'react-router';
import { AccountPage } from './account/account-page.tsx';
import { AnnouncementsPage } from './announcements/announcements-page.tsx';
import { AuditPage } from './audit/audit-page.tsx';
import { DepositPage } from './deposits/deposit-page.tsx';
import { DepositsPage } from './deposits/deposits-page.tsx';
import { BookAccountPage } from './books/account-page.tsx';
import { BooksPage } from './books/books-page.tsx';
import { BookTransferPage } from './books/transfer-page.tsx';
import { RequirePermission, RequireStaff } from './frame/guards.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { OpenFrame } from './frame/open-frame.tsx';
import { HomePage } from './home-page.tsx';
import { LevelsPage } from './levels/levels-page.tsx';
import { MessagePage } from './messages/message-page.tsx';
import { MessagesPage } from './messages/messages-page.tsx';
import { consolePaths } from './paths.ts';
import { ApprovalsPage } from './proposals/approvals-page.tsx';
import { CancellationPage } from './proposals/cancellation-page.tsx';
import { PeoplePage } from './people/people-page.tsx';
import { PersonPage } from './people/person-page.tsx';
import { ReportsPage } from './reports/reports-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { InvitationPage } from './sign-in/invitation-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { StaffPage } from './staff/staff-page.tsx';
import { TradingPage } from './trading/trading-page.tsx';
import { WithdrawalPage } from './withdrawals/withdrawal-page.tsx';
import { WithdrawalsPage } from './withdrawals/withdrawals-page.tsx';

export function ConsoleRouter() {
  return (
    <Routes>
      <Route element={<OpenFrame />}>
        <Route path={consolePaths.signIn} element={<SignInPage />} />
        <Route path={consolePaths.invitation} element={<InvitationPage />} />
        <Route path={consolePaths.proposalCancellation} element={<CancellationPage />} />
      </Route>
      <Route element={<RequireStaff />}>
        <Route path={consolePaths.home} element={<HomePage />} />
        <Route path={`${consolePaths.approvals}/:id?`} element={<ApprovalsPage />} />
        <Route path={consolePaths.account} element={<AccountPage />} />
        <Route element={<RequirePermission permission="books.read" />}>
          <Route path={consolePaths.books} element={<BooksPage />} />
          <Route path={consolePaths.bookAccount} element={<BookAccountPage />} />
          <Route path={consolePaths.bookTransfer} element={<BookTransferPage />} />
        </Route>
        <Route element={<RequirePermission permission="trading.read" />}>
          <Route path={consolePaths.trading} element={<TradingPage />} />
        </Route>
        <Route element={<RequirePermission permission="levels.read" />}>
          <Route path={consolePaths.levels} element={<LevelsPage />} />
        </Route>
        <Route element={<RequirePermission permission="reports.read" />}>
          <Route path={consolePaths.reports} element={<ReportsPage />} />
        </Route>
        <Route element={<RequirePermission permission="messages.read" />}>
          <Route path={consolePaths.messages} element={<MessagesPage />} />
          <Route path={consolePaths.message} element={<MessagePage />} />
        </Route>
        <Route element={<RequirePermission permission="announcements.read" />}>
          <Route path={consolePaths.announcements} element={<AnnouncementsPage />} />
        </Route>
        <Route element={<RequirePermission permission="people.read" />}>
          <Route path={consolePaths.people} element={<PeoplePage />} />
          <Route path={consolePaths.person(':id')} element={<PersonPage />} />
        </Route>
        <Route element={<RequirePermission permission="settings.read" />}>
          <Route path={consolePaths.settings} element={<SettingsPage />} />
        </Route>
        <Route element={<RequirePermission permission="staff.read" />}>
          <Route path={consolePaths.staff} element={<StaffPage />} />
        </Route>
        <Route element={<RequirePermission permission="withdrawals.read" />}>
          <Route path={consolePaths.withdrawals} element={<WithdrawalsPage />} />
          <Route path={`${consolePaths.withdrawals}/:id`} element={<WithdrawalPage />} />
        </Route>
        <Route element={<RequirePermission permission="deposits.read" />}>
          <Route path={consolePaths.deposits} element={<DepositsPage />} />
          <Route path={`${consolePaths.deposits}/:id`} element={<DepositPage />} />
        </Route>
        <Route element={<RequirePermission permission="audit.read" />}>
          <Route path={consolePaths.audit} element={<AuditPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
