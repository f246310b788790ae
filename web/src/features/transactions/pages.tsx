import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './transaction-list.module.css';

interface PagesProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Which of how many are shown, and the way to newer and older ones. */
export function Pages({ page, pageSize, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (total <= pageSize && page === 1) return null;
  const range = t('transaction.range', {
    from: formatCount((page - 1) * pageSize + 1, formatTag),
    to: formatCount(Math.min(page * pageSize, total), formatTag),
    total: formatCount(total, formatTag),
  });
  return (
    <nav className={styles.pages} aria-label={t('transaction.pages')}>
      <span className={styles.range} role="status">
        {range}
      </span>
      <IconButton
        label={t('transaction.previousPage')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
      <IconButton
        label={t('transaction.nextPage')}
        disabled={page * pageSize >= total}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
    </nav>
  );
}
