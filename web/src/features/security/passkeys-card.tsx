import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { passkeysQuery } from '../../api/passkeys-query.ts';
import { arePasskeysSupported } from '../../api/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { CardStates } from './card-states.tsx';

import { PasskeyRow } from './passkey-row.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import styles from './security.module.css';

export function PasskeysCard() {
  const { t } = useTranslation();
  const query = useQuery(passkeysQuery);
  const adding = useDialog();
  const removal = useDialog();
  const [removed, setRemoved] = useState<Passkey>();

  function askToRemove(passkey: Passkey) {
    setRemoved(passkey);
    removal.open();
  }

  return (
    <Card title={t('security.passkeys.title')}>
      <p className={styles.text}>{t('security.passkeys.text')}</p>
      <CardStates
        query={query}
        loadingLabel={t('security.passkeys.loading')}
        failedTitle={t('security.passkeys.failedToLoad')}
      >
        {(passkeys) => (
          <>
            <PasskeyList passkeys={passkeys} onRemove={askToRemove} />
            <AddPasskey passkeyCount={passkeys.length} onAdd={adding.open} />
          </>
        )}
      </CardStates>
      <AddPasskeyDialog key={`add-${adding.key}`} isOpen={adding.isOpen} onClose={adding.close} />
      {removed && (
        <RemovePasskeyDialog
          key={`remove-${removal.key}`}
          passkey={removed}
          isOpen={removal.isOpen}
          onClose={removal.close}
        />
      )}
    </Card>
  );
}

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const { t } = useTranslation();
  if (passkeys.length === 0) {
    return (
      <EmptyState icon={<Fingerprint size={24} />} title={t('security.passkeys.emptyTitle')}>
        {t('security.passkeys.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
      ))}
    </ul>
  );
}

function AddPasskey({ passkeyCount, onAdd }: { passkeyCount: number; onAdd: () => void }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const obstacle = !arePasskeysSupported()
    ? t('security.passkeys.unsupported')
    : passkeyCount >= limits.passkeysMax &&
      t('security.passkeys.full', { limit: formatCount(limits.passkeysMax, formatTag) });
  return (
    <div className={styles.footer}>
      {obstacle ? (
        <Notice tone="neutral">{obstacle}</Notice>
      ) : (
        <Button variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
          {t('security.passkeys.add')}
        </Button>
      )}
    </div>
  );
}
