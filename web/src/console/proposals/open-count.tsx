import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { openProposalsQuery } from './queries.ts';

/** Beside the page's name in the navigation. Of more than a page: at least so many. */
export function OpenCount() {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { data, hasNextPage } = useInfiniteQuery(openProposalsQuery);
  const count = data?.pages.flatMap(({ proposals }) => proposals).length ?? 0;
  if (count === 0) return null;
  const shown = `${formatCount(count, formatTag)}${hasNextPage ? '+' : ''}`;
  return (
    <Badge tone="pending">
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t('proposals.openCount', { count, shown })}</span>
    </Badge>
  );
}
