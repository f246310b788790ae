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

/** In the group of that page where the part stands (identity/account/profile-page.tsx). */
function inProfile(group: 'personal' | 'security' | 'limits' | 'data') {
  return { to: `${paths.profile}#${group}`, partOf: 'nav.profile', Icon: User } as const;
}
const inTrade = { to: paths.trade, partOf: 'nav.places.trade' } as const;

/** Parts of pages that have no page of their own, and what everybody can see. */
export const pageParts: readonly FoundPage[] = [
  { ...inTrade, label: 'recurringBuys.title', Icon: Repeat },
  { ...inTrade, label: 'priceAlerts.title', Icon: Bell },
  { ...inProfile('personal'), label: 'profile.personalTitle' },
  { ...inProfile('security'), label: 'profile.passwordTitle' },
  { ...inProfile('personal'), label: 'profile.emailTitle' },
  { ...inProfile('personal'), label: 'profile.addressTitle' },
  { ...inProfile('security'), label: 'twoFactor.title' },
  { ...inProfile('security'), label: 'security.passkeys.title' },
  { ...inProfile('security'), label: 'security.phrase.title' },
  { ...inProfile('limits'), label: 'security.transferLimit.title', words: ['profile.groups.limits'] },
  { ...inProfile('security'), label: 'security.sessions.title' },
  { ...inProfile('security'), label: 'security.apiKeys.title' },
  { ...inProfile('security'), label: 'security.events.title' },
  { ...inProfile('data'), label: 'profile.deleteTitle' },
  ...publicPages,
];
