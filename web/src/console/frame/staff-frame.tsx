import { type Me, signOut } from '@mercury/contract/console/access.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useMatch, useNavigate } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { Logo } from '../../ui/logo.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { callConsole } from '../api/client.ts';
import { endStaffSession } from '../api/staff-session.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { consolePaths } from '../paths.ts';
import { ProofDialogHost } from '../proof-dialog.tsx';
import { OpenCount } from '../proposals/open-count.tsx';
import styles from './frame.module.css';
import { useJumpKeys } from './jump-keys.ts';
import { KeysSheet } from './keys-sheet.tsx';
import { AppearanceMenu, LanguageMenu, PersonMenu } from './menus.tsx';
import { type Place, placesFor } from './navigation.ts';
import { PageBoundary } from './page-boundary.tsx';
import { useLiveLists } from './use-live-lists.ts';

function useSignOut() {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  return useConsoleCommand({
    mutationFn: () => callConsole(signOut, {}),
    onSuccess: () => endStaffSession('signedOut'),
    onError: (error) => toast.error(t('frame.signOutFailed'), { description: errorMessage(error, tShared) }),
  });
}

/** Around the pages of staff. */
export function StaffFrame({ me }: { me: Me }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const navigate = useNavigate();
  const { mutate: leave } = useSignOut();
  const sheet = useDialog();
  useLiveLists();
  const main = useRef<HTMLElement>(null);
  const places = placesFor(me.permissions);
  useJumpKeys({
    destinations: new Map(places.map(({ key, to }) => [key, to])),
    onJump: (path) => {
      void navigate(path);
      // Where a link was pressed, the focus stays on it; a key leads to the content.
      main.current?.focus();
    },
    onAskForKeys: sheet.open,
  });
  return (
    <>
      <a className={styles.skip} href="#content">
        {tShared('nav.skipToContent')}
      </a>
      <header className={styles.header}>
        <div className={styles.brand}>
          <Logo />
          <span className={styles.mark}>{t('frame.title')}</span>
        </div>
        <div className={styles.actions}>
          <AppearanceMenu />
          <LanguageMenu />
          <PersonMenu me={me} onShowKeys={sheet.open} onSignOut={() => leave()} />
        </div>
      </header>
      <div className={styles.body}>
        <Places places={places} />
        <main id="content" ref={main} tabIndex={-1} className={styles.content}>
          <PageBoundary>
            <Outlet />
          </PageBoundary>
        </main>
      </div>
      <KeysSheet key={sheet.key} places={places} isOpen={sheet.isOpen} onClose={sheet.close} />
      <ProofDialogHost />
    </>
  );
}

function Places({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation('console');
  return (
    <nav className={styles.places} aria-label={t('frame.pages')}>
      {places.map((place) => (
        <PlaceLink key={place.to} place={place} />
      ))}
    </nav>
  );
}

/** On a phone the places are one row that scrolls: the one that one is at is in sight. */
function PlaceLink({ place: { to, label, Icon } }: { place: Place }) {
  const { t } = useTranslation('console');
  const isHome = to === consolePaths.home;
  const isCurrent = useMatch({ path: to, end: isHome }) !== null;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const [shown, row] = [link.current, link.current?.parentElement];
    if (!isCurrent || !shown || !row) return undefined;
    // Now, and once the phone is turned.
    const observer = new ResizeObserver(() => centre(shown, row));
    observer.observe(row);
    return () => observer.disconnect();
  }, [isCurrent]);
  return (
    <NavLink ref={link} to={to} end={isHome} className={styles.place ?? ''}>
      <Icon size={18} aria-hidden="true" />
      {t(label)}
      {to === consolePaths.approvals && <OpenCount />}
    </NavLink>
  );
}

/** The page itself stays where it is. */
function centre(link: Element, row: Element): void {
  const [inner, outer] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollBy({
    left: (inner.left + inner.right - outer.left - outer.right) / 2,
    top: (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
    behavior: 'instant',
  });
}
