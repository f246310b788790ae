import { Bell, BookUser, FileText, Repeat, User } from 'lucide-react';
import { mainPlaces } from '../features/shell/navigation.ts';
import { paths } from '../paths.ts';
import { type FoundPage, publicPages } from './search-entries.tsx';

/** In the order in which they are offered before anything is typed. */
export const personPages: readonly FoundPage[] = [
  ...mainPlaces,
  { to: paths.profile, label: 'nav.profile', Icon: User, words: ['search.words.profile'] },
  { to: paths.statement, label: 'dashboard.statement', Icon: FileText },
  { to: paths.withdrawalAddresses, label: 'dashboard.withdrawalAddresses', Icon: BookUser },
];

const inProfile = { to: paths.profile, partOf: 'nav.profile', Icon: User } as const;
const inTrade = { to: paths.trade, partOf: 'nav.places.trade' } as const;

/** Parts of pages that have no page of their own, and what everybody can see. */
export const pageParts: readonly FoundPage[] = [
  { ...inTrade, label: 'recurringBuys.title', Icon: Repeat },
  { ...inTrade, label: 'priceAlerts.title', Icon: Bell },
  { ...inProfile, label: 'profile.personalTitle' },
  { ...inProfile, label: 'profile.passwordTitle' },
  { ...inProfile, label: 'profile.emailTitle' },
  { ...inProfile, label: 'profile.addressTitle' },
  { ...inProfile, label: 'twoFactor.title' },
  { ...inProfile, label: 'security.passkeys.title' },
  { ...inProfile, label: 'security.phrase.title' },
  { ...inProfile, label: 'security.transferLimit.title' },
  { ...inProfile, label: 'security.sessions.title' },
  { ...inProfile, label: 'security.events.title' },
  { ...inProfile, label: 'profile.deleteTitle' },
  ...publicPages,
];
