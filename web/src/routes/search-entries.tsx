import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { BookOpen, Globe, type LucideIcon, Moon, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinImage } from '../domain/coin-mark.tsx';
import { marketQuery } from '../domain/market-query.ts';
import { PriceText } from '../domain/price-text.tsx';
import { coinPath } from '../features/market/market-links.ts';
import { useRunningMarkets } from '../features/order-book/queries.ts';
import type { SearchEntry } from '../features/search/search-entry.ts';
import { helpPlaces, infoPlaces, legalPlaces } from '../features/shell/navigation.ts';
import { coinName } from '../i18n/coin-name.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { marketPath } from '../paths.ts';
import { useTheme } from '../ui/theme-choice.ts';
import type { SearchControls } from './search-host.tsx';

const coinMarkSize = 28;
const iconSize = 20;

export function asIcon(Icon: LucideIcon, { isDirected = false } = {}) {
  return <Icon size={iconSize} aria-hidden="true" className={isDirected ? 'flip-in-rtl' : undefined} />;
}

/** The coins of the market, by their pages. */
export function useCoinEntries({ goTo }: Pick<SearchControls, 'goTo'>) {
  const { t } = useTranslation();
  const { data, isPending, isError } = useQuery(marketQuery);
  const entries = useMemo(
    () =>
      (data?.coins ?? []).map(({ id, name, symbol, image, currentPrice }): SearchEntry => ({
        id: `coin:${id}`,
        title: coinName(t, symbol, name),
        detail: <bdi>{symbol}</bdi>,
        words: [symbol, name],
        icon: <CoinImage path={image} code={symbol} size={coinMarkSize} />,
        trailing: <PriceText price={currentPrice} />,
        onChoose: () => goTo(coinPath(id)),
      })),
    [data, goTo, t],
  );
  return { entries, isPending, isError };
}

export interface FoundPage {
  to: string;
  label: ParseKeys;
  Icon: LucideIcon;
  /** The page that it is a part of. */
  partOf?: ParseKeys;
  /** Texts with further words that find it. */
  words?: readonly ParseKeys[];
}

/** The pages that everybody can see. */
export const publicPages: readonly FoundPage[] = [...helpPlaces, ...infoPlaces, ...legalPlaces];

/** The first order book that is open, for whoever knows it by this name; nothing while none is. */
export function useOrderBookPages(): readonly FoundPage[] {
  const to = useRunningMarkets()[0]?.market;
  return useMemo(
    () =>
      to === undefined
        ? []
        : [
            {
              to: marketPath(to),
              label: 'orderBook.book',
              Icon: BookOpen,
              partOf: 'nav.places.trade',
              words: ['orderBook.pro'],
            },
          ],
    [to],
  );
}

export function usePageEntries(pages: readonly FoundPage[], { goTo }: Pick<SearchControls, 'goTo'>) {
  const { t } = useTranslation();
  return useMemo(
    () =>
      pages.map(({ to, label, Icon, partOf, words = [] }): SearchEntry => ({
        id: `page:${to}:${label}`,
        title: t(label),
        ...(partOf && { detail: t(partOf) }),
        words: words.map((word) => t(word)),
        icon: asIcon(Icon),
        onChoose: () => goTo(to),
      })),
    [goTo, pages, t],
  );
}

/** Appearance and language: everybody can change them, from every page. */
export function useSettingEntries({ run }: Pick<SearchControls, 'run'>) {
  const { t, i18n } = useTranslation();
  const shownLocale = useLocale();
  const { theme, toggleTheme } = useTheme();
  const isDark = theme === 'dark';
  return useMemo((): readonly SearchEntry[] => {
    const appearance = {
      id: 'action:appearance',
      title: isDark ? t('nav.themeToLight') : t('nav.themeToDark'),
      words: [t('search.words.appearance')],
      icon: asIcon(isDark ? Sun : Moon),
      onChoose: () => run(toggleTheme),
    };
    const others = locales.filter((locale) => locale !== shownLocale);
    const languages = others.map((locale) => ({
      id: `action:language:${locale}`,
      title: t('search.actions.language', { language: localeTraits[locale].label }),
      words: [t('search.words.language')],
      icon: asIcon(Globe),
      onChoose: () => run(() => void i18n.changeLanguage(locale)),
    }));
    return [appearance, ...languages];
  }, [i18n, isDark, run, shownLocale, t, toggleTheme]);
}
