import { localeTraits, locales } from '@mercury/contract/locales.ts';
import {
  Activity,
  ChartCandlestick,
  ChartPie,
  FileText,
  History,
  House,
  Info,
  LayoutDashboard,
  LifeBuoy,
  MessageCircle,
  Percent,
  Repeat,
  User,
} from 'lucide-react';
import { paths } from '../../paths.ts';

/** The five places of a signed-in person, in order: the header's links on wide screens and the phone's tabs. */
export const mainPlaces = [
  { to: paths.dashboard, label: 'nav.places.home', Icon: House },
  { to: paths.markets, label: 'nav.places.markets', Icon: ChartCandlestick },
  { to: paths.trade, label: 'nav.places.trade', Icon: Repeat },
  { to: paths.portfolio, label: 'nav.places.portfolio', Icon: ChartPie },
  { to: paths.transactions, label: 'nav.places.activity', Icon: History },
] as const;
export type MainPlace = (typeof mainPlaces)[number];

/** What a visitor can see of them. */
export const visitorPlaces = mainPlaces.filter(({ to }) => to === paths.markets);

/** The pages within a place, beside its own. */
const within: Partial<Record<MainPlace['to'], RegExp>> = {
  [paths.dashboard]: new RegExp(`^${paths.withdrawalAddresses}$`),
  [paths.markets]: /^\/market\/[^/]+$/,
  [paths.trade]: /^\/trade\/[^/]+$/,
  [paths.transactions]: new RegExp(`^${paths.statement}$`),
};

/** The router ignores case and a trailing slash. */
const routedPath = (pathname: string) => pathname.toLowerCase().replace(/\/$/, '');

/** The profile is no main place: the button of the menu that leads to it is marked there. */
export function isProfile(pathname: string): boolean {
  return routedPath(pathname) === paths.profile;
}

/** For `aria-current`: this very page, the place that a page is within, or neither. */
export function ariaCurrentOf(place: MainPlace['to'], pathname: string): 'page' | 'true' | undefined {
  const path = routedPath(pathname);
  if (path === place) return 'page';
  return within[place]?.test(path) ? 'true' : undefined;
}

/** A signed-in person's own pages, and those public ones that are a place of theirs. */
export function isInsideApp(pathname: string, isVerified: boolean): boolean {
  if (/^\/(dashboard(\/|$)|profile\/?$|trade\/)/i.test(pathname)) return true;
  return isVerified && ariaCurrentOf(paths.markets, pathname) !== undefined;
}

/** The destinations of the header's menus and of the small screens' menu, in order. */
export const accountPlaces = [
  { to: paths.dashboard, label: 'nav.dashboard', Icon: LayoutDashboard },
  { to: paths.profile, label: 'nav.profile', Icon: User },
] as const;

export const infoPlaces = [
  { to: paths.about, label: 'nav.about', Icon: Info },
  { to: paths.contact, label: 'nav.contact', Icon: MessageCircle },
] as const;

/** For the menus, both footers and the search. */
export const helpPlaces = [
  { to: paths.help, label: 'nav.help', Icon: LifeBuoy },
  { to: paths.fees, label: 'nav.fees', Icon: Percent },
  { to: paths.status, label: 'nav.status', Icon: Activity },
] as const;

/** For both footers and the search. */
export const legalPlaces = [
  { to: paths.privacy, label: 'nav.privacy', Icon: FileText },
  { to: paths.terms, label: 'nav.terms', Icon: FileText },
  { to: paths.cookies, label: 'nav.cookies', Icon: FileText },
] as const;

export type Place = (
  | typeof mainPlaces
  | typeof accountPlaces
  | typeof infoPlaces
  | typeof helpPlaces
)[number];

export const languageChoices = locales.map((code) => ({
  value: code,
  label: localeTraits[code].label,
  lang: code,
}));
