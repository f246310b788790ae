import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { productName } from '@mercury/contract/product.ts';
import { securityQuery } from '../../api/security-query.ts';
import { Card } from '../../ui/card.tsx';
import { CardStates } from './card-states.tsx';
import { PhraseForm } from './phrase-form.tsx';
import styles from './security.module.css';

export function PhraseCard() {
  const { t } = useTranslation();
  const query = useQuery(securityQuery);
  return (
    <Card title={t('security.phrase.title')}>
      <p className={styles.text}>{t('security.phrase.text', { product: productName })}</p>
      <CardStates
        query={query}
        loadingLabel={t('security.phrase.loading')}
        failedTitle={t('security.phrase.failedToLoad')}
      >
        {/* Another phrase, set in another tab, is what the form begins with anew. */}
        {({ phrase }) => <PhraseForm key={phrase} phrase={phrase} />}
      </CardStates>
    </Card>
  );
}
