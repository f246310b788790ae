import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { productName, unknownOrigin } from '@mercury/contract/product.ts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLocale } from '../i18n/use-locale.ts';

/** The picture of a shared link, drawn by scripts/draw-icons.ts. */
const card = { path: '/card.png', width: 1200, height: 630 } as const;

interface PageHeadProps {
  title: string;
  /** The page's summary for search engines and shared links. A page without one is excluded from both. */
  description?: string;
  /** The title already names the product. */
  isTitleWhole?: boolean;
}

/** The page's title and description for tabs, search engines and shared links. React moves them into the head. */
export function PageHead({ title, description, isTitleWhole = false }: PageHeadProps) {
  const fullTitle = isTitleWhole ? title : `${title} · ${productName}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <PublicMeta title={fullTitle} description={description} />
      )}
    </>
  );
}

const neverChanges = () => () => undefined;

/** Prerendering does not know the site's origin. The server fills it in. */
function useOrigin(): string {
  return useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => (typeof window === 'undefined' ? unknownOrigin : window.location.origin),
  );
}

/** The format that social networks require: en_GB. */
const networkTagOf = (locale: (typeof locales)[number]): string =>
  localeTraits[locale].formatTag.replace('-', '_');

function PublicMeta({ title, description }: { title: string; description: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shownLocale = useLocale();
  const origin = useOrigin();
  const url = `${origin}${pathname}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={productName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={networkTagOf(shownLocale)} />
      {locales
        .filter((locale) => locale !== shownLocale)
        .map((locale) => (
          <meta key={locale} property="og:locale:alternate" content={networkTagOf(locale)} />
        ))}
      <meta property="og:image" content={`${origin}${card.path}`} />
      <meta property="og:image:width" content={String(card.width)} />
      <meta property="og:image:height" content={String(card.height)} />
      <meta property="og:image:alt" content={t('meta.cardAlt')} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={`${origin}${card.path}`} />
    </>
  );
}
