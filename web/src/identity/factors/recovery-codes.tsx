import { productName } from '@mercury/contract/product.ts';
import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import styles from './two-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Whose account they open. */
  email: string;
  onKept: () => void;
}

/** Leaving now would lose codes that the person has not kept. */
function useAskBeforeLeaving() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}

export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  useAskBeforeLeaving();
  const text = recoveryCodesText({
    heading: t('twoFactor.codesHeading'),
    email,
    note: t('twoFactor.codesNote'),
    codes,
  });
  return (
    <div className={styles.step} ref={focusOnMount} tabIndex={-1}>
      <ol className={styles.codes} aria-label={t('twoFactor.codesTitle')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <CopyButton text={codes.join('\n')} label={t('twoFactor.copyCodes')} hasVisibleLabel />
        <Button
          variant="secondary"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => downloadText(text)}
        >
          {t('twoFactor.downloadCodes')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('twoFactor.printCodes')}
        </Button>
      </div>
      <Checkbox
        label={t('twoFactor.codesKept')}
        checked={isKept}
        onChange={(event) => setIsKept(event.target.checked)}
      />
      <Button isFullWidth disabled={!isKept} onClick={onKept}>
        {t('twoFactor.done')}
      </Button>
      <PrintedSheet text={text} />
    </div>
  );
}

/** Only printers see this. */
function PrintedSheet({ text }: { text: string }) {
  return createPortal(
    <pre className={styles.sheet} data-printed="" aria-hidden="true">
      {text}
    </pre>,
    document.body,
  );
}

interface RecoveryCodesText {
  heading: string;
  email: string;
  note: string;
  codes: readonly string[];
}

export function recoveryCodesText({ heading, email, note, codes }: RecoveryCodesText): string {
  return [heading, email, '', ...codes, '', note, ''].join('\n');
}

function downloadText(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${productName.toLowerCase()}-recovery-codes.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
