import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMay } from '../api/me.ts';
import styles from './books.module.css';
import { CheckCard } from './check-card.tsx';
import { LookupCard } from './lookup-card.tsx';
import { PostingDialog } from './posting-dialog.tsx';
import { TrialBalanceCard } from './trial-balance-card.tsx';

export function BooksPage() {
  const { t } = useTranslation('console');
  const mayCorrect = useMay('books.correct');
  const correcting = useDialog();
  return (
    <Page title={t('books.title')}>
      {mayCorrect && (
        <div className={styles.actions}>
          <Button variant="secondary" aria-haspopup="dialog" onClick={correcting.open}>
            {t('books.correct.title')}
          </Button>
        </div>
      )}
      <TrialBalanceCard />
      <LookupCard />
      <CheckCard />
      {mayCorrect && (
        <PostingDialog key={correcting.key} isOpen={correcting.isOpen} onClose={correcting.close} />
      )}
    </Page>
  );
}
