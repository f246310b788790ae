import type { PersonFile } from '@mercury/contract/console/people.ts';
import { localeTraits } from '@mercury/contract/locales.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from '../console.module.css';
import peopleStyles from './people.module.css';

export function IdentityCard({ person }: { person: PersonFile }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { email, isEmailProved, walletAddress, locale, joinedAt, leftAt } = person;
  return (
    <Card title={t('people.identity')}>
      <div className={styles.stack}>
        {person.frozen && <FrozenNotice frozen={person.frozen} />}
        <DetailList>
          <Detail label={t('people.email')}>
            {email === null ? t('people.notShown') : <bdi>{email}</bdi>}{' '}
            <Badge tone={isEmailProved ? 'completed' : 'pending'}>
              {t(isEmailProved ? 'people.proved' : 'people.notProved')}
            </Badge>
          </Detail>
          <Detail label={t('people.walletAddress')} isStacked>
            <span className={peopleStyles.copied}>
              <AddressText address={walletAddress} isWhole />
              <CopyButton text={walletAddress} label={t('people.copyAddress')} />
            </span>
          </Detail>
          <Detail label={t('people.language')}>{localeTraits[locale].label}</Detail>
          <Detail label={t('people.joinedAt')}>
            <DateText at={joinedAt} />
          </Detail>
          {leftAt !== null && (
            <Detail label={t('people.leftAt')}>
              <DateText at={leftAt} />
            </Detail>
          )}
          <Detail label={t('people.twoFactor')}>
            {person.twoFactorSince === null ? (
              t('people.off')
            ) : (
              <>
                {t('people.onSince')} <DateText at={person.twoFactorSince} />
              </>
            )}
          </Detail>
          <Detail label={t('people.passkeys')}>{formatCount(person.passkeyCount, formatTag)}</Detail>
          <Detail label={t('people.apiKeys')}>{formatCount(person.apiKeyCount, formatTag)}</Detail>
        </DetailList>
        <p className={styles.meta}>
          {t('people.openUntil')} <DateText at={person.lookUntil} />
        </p>
      </div>
    </Card>
  );
}

function FrozenNotice({ frozen }: { frozen: NonNullable<PersonFile['frozen']> }) {
  const { t } = useTranslation('console');
  const { since, by, byName, reason, until } = frozen;
  return (
    <Notice tone="warning">
      {t(by === 'link' ? 'people.frozenByLink' : 'people.frozenByStaff')}
      {byName !== null && (
        <>
          {' '}
          (<bdi>{byName}</bdi>)
        </>
      )}{' '}
      · <DateText at={since} />
      {until !== null && (
        <>
          {' · '}
          {t('people.opensAt')} <DateText at={until} />
        </>
      )}
      {reason !== null && (
        <>
          {' · '}
          <bdi>{reason}</bdi>
        </>
      )}
    </Notice>
  );
}
