import { Smartphone } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import styles from './secret-step.module.css';

export interface SetUpSecret {
  /** In base32. */
  secretKey: string;
  /** An otpauth URI. */
  qrCodeUrl: string;
}

/** In CSS pixels. */
const qrCodeSize = 220;
/** White modules around the code, as its standard asks for: readers find it by them. */
const quietZone = 4;

interface SecretStepProps {
  secret: SetUpSecret;
  onVerify: () => void;
}

export function SecretStep({ secret, onVerify }: SecretStepProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.step} ref={focusOnMount} tabIndex={-1}>
      <ol className={styles.instructions}>
        <li>{t('twoFactor.stepInstall')}</li>
        <li>{t('twoFactor.stepScan')}</li>
        <li>{t('twoFactor.stepCode')}</li>
      </ol>
      <div className={styles.qrCode}>
        <QRCodeSVG
          value={secret.qrCodeUrl}
          size={qrCodeSize}
          level="H"
          marginSize={quietZone}
          title={t('twoFactor.qrCode')}
        />
      </div>
      <a className={styles.appLink} href={secret.qrCodeUrl}>
        <Smartphone size={16} aria-hidden="true" />
        {t('twoFactor.openApp')}
      </a>
      <div className={styles.secret}>
        <p className={styles.secretLabel} id="two-factor-secret">
          {t('twoFactor.secretKey')}
        </p>
        <div className={styles.secretLine}>
          <span className={styles.secretKey}>
            <bdi dir="ltr" aria-labelledby="two-factor-secret">
              {secret.secretKey.replace(/(.{4})(?=.)/g, '$1 ')}
            </bdi>
          </span>
          <CopyButton text={secret.secretKey} label={t('twoFactor.copySecret')} />
        </div>
      </div>
      <Button isFullWidth onClick={onVerify}>
        {t('twoFactor.verify')}
      </Button>
    </div>
  );
}
