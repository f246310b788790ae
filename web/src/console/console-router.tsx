import { Route, Routes } from 'react-router';
import { AccountPage } from './account/account-page.tsx';
import { AuditPage } from './audit/audit-page.tsx';
import { RequirePermission, RequireStaff } from './frame/guards.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { OpenFrame } from './frame/open-frame.tsx';
import { HomePage } from './home-page.tsx';
import { consolePaths } from './paths.ts';
import { PeoplePage } from './people/people-page.tsx';
import { PersonPage } from './people/person-page.tsx';
import { InvitationPage } from './sign-in/invitation-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { StaffPage } from './staff/staff-page.tsx';

export function ConsoleRouter() {
  return (
    <Routes>
      <Route element={<OpenFrame />}>
        <Route path={consolePaths.signIn} element={<SignInPage />} />
        <Route path={consolePaths.invitation} element={<InvitationPage />} />
      </Route>
      <Route element={<RequireStaff />}>
        <Route path={consolePaths.home} element={<HomePage />} />
        <Route path={consolePaths.account} element={<AccountPage />} />
        <Route element={<RequirePermission permission="people.read" />}>
          <Route path={consolePaths.people} element={<PeoplePage />} />
          <Route path={consolePaths.person(':id')} element={<PersonPage />} />
        </Route>
        <Route element={<RequirePermission permission="staff.read" />}>
          <Route path={consolePaths.staff} element={<StaffPage />} />
        </Route>
        <Route element={<RequirePermission permission="audit.read" />}>
          <Route path={consolePaths.audit} element={<AuditPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
