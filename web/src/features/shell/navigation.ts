import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { ChartPie, Info, LayoutDashboard, MessageCircle, Repeat, User } from 'lucide-react';
import { paths } from '../../paths.ts';

/** The only place that is in the header itself. */
export const dashboardPlace = { to: paths.dashboard, label: 'nav.dashboard', Icon: LayoutDashboard } as const;

/** The destinations of the header's menus and of the small screens' menu, in order. */
export const accountPlaces = [
  dashboardPlace,
  { to: paths.trade, label: 'trade.title', Icon: Repeat },
  { to: paths.portfolio, label: 'portfolio.title', Icon: ChartPie },
  { to: paths.profile, label: 'nav.profile', Icon: User },
] as const;

export const infoPlaces = [
  { to: paths.about, label: 'nav.about', Icon: Info },
  { to: paths.contact, label: 'nav.contact', Icon: MessageCircle },
] as const;

export type Place = (typeof accountPlaces | typeof infoPlaces)[number];

export const languageChoices = locales.map((code) => ({
  value: code,
  label: localeTraits[code].label,
  lang: code,
}));
