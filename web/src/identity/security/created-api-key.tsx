import { productName } from '@mercury/contract/product.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './api-keys.module.css';

export interface NewApiKey {
  readonly id: string;
  /** What only its person has from now on; undefined if they brought their own public key. */
  readonly secret: { readonly kind: 'shared' | 'private'; readonly text: string } | undefined;
}

/** Leaving now would lose what the person has not kept. */
function useAskBeforeLeaving(isSecret: boolean) {
  useEffect(() => {
    if (!isSecret) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSecret]);
}

export function CreatedApiKey({ created, onDone }: { created: NewApiKey; onDone: () => void }) {
  const { t } = useTranslation();
  const { id, secret } = created;
  const [isKept, setIsKept] = useState(false);
  useAskBeforeLeaving(secret !== undefined);
  return (
    <div className={styles.created} ref={focusOnMount} tabIndex={-1}>
      {secret !== undefined && <Notice tone="warning">{t('security.apiKeys.shownOnce')}</Notice>}
      <ShownText label={t('security.apiKeys.keyId')} text={id} copyLabel={t('security.apiKeys.copyId')} />
      {secret?.kind === 'shared' && (
        <ShownText
          label={t('security.apiKeys.secret')}
          text={secret.text}
          copyLabel={t('security.apiKeys.copySecret')}
        />
      )}
      {secret?.kind === 'private' && <PrivateKey id={id} pem={secret.text} />}
      {secret !== undefined && (
        <Checkbox
          label={t('security.apiKeys.kept')}
          checked={isKept}
          onChange={(event) => setIsKept(event.target.checked)}
        />
      )}
      <Button isFullWidth disabled={secret !== undefined && !isKept} onClick={onDone}>
        {t('security.apiKeys.done')}
      </Button>
    </div>
  );
}

interface ShownTextProps {
  label: string;
  text: string;
  copyLabel: string;
  /** Beside the button that copies. */
  children?: ReactNode;
}

function ShownText({ label, text, copyLabel, children }: ShownTextProps) {
  const labelId = useId();
  return (
    <div className={styles.part} role="group" aria-labelledby={labelId}>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      <div className={styles.line}>
        <code className={styles.shown} dir="ltr" data-long={text.includes('\n') || undefined}>
          {text.trimEnd()}
        </code>
        <div className={styles.ways}>
          {children}
          <CopyButton text={text} label={copyLabel} hasVisibleLabel />
        </div>
      </div>
    </div>
  );
}

function PrivateKey({ id, pem }: { id: string; pem: string }) {
  const { t } = useTranslation();
  return (
    <ShownText
      label={t('security.apiKeys.privateKey')}
      text={pem}
      copyLabel={t('security.apiKeys.copyPrivateKey')}
    >
      <Button
        variant="secondary"
        size="small"
        icon={<Download size={16} aria-hidden="true" />}
        onClick={() => downloadPem(id, pem)}
      >
        {t('security.apiKeys.downloadPrivateKey')}
      </Button>
    </ShownText>
  );
}

/** Named by the beginning of the key's id, so that two keys of one person keep apart. */
function downloadPem(id: string, pem: string): void {
  const url = URL.createObjectURL(new Blob([pem], { type: 'application/x-pem-file' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${productName.toLowerCase()}-private-key-${id.slice(0, 8)}.pem`;
  link.click();
  URL.revokeObjectURL(url);
}
