import { Smartphone } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './two-factor.module.css';

export interface SetUpSecret {
  /** In base32. */
  secretKey: string;
  /** An otpauth URI. */
  qrCodeUrl: string;
}

/** In CSS pixels. */
const qrCodeSize = 220;
/** The QR standard requires this white border. */
const quietZone = 4;

/** For an authenticator app: to scan, to open on this device, or to type. */
export function AuthenticatorSecret({ secret }: { secret: SetUpSecret }) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}
