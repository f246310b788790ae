import { ScanLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import styles from './scan-button.module.css';

/** The Shape Detection API (W3C draft). TypeScript's libraries don't have it yet. */
interface QrReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { formats: readonly ['qr_code'] }) => QrReader;

const lookEveryMs = 250;

/** Reads a recipient or a request from somebody's QR code. */
export function ScanButton({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation();
  const dialog = useDialog();
  return (
    <>
      <IconButton label={t('transfer.scan')} onClick={dialog.open}>
        <ScanLine size={20} aria-hidden="true" />
      </IconButton>
      <Modal isOpen={dialog.isOpen} onClose={dialog.close} size="sm" title={t('transfer.scan')}>
        {/* Inside the open dialog: the camera is on only while somebody sees it. */}
        <Camera
          key={dialog.key}
          onRead={(text) => {
            dialog.close();
            onRead(text);
          }}
          onCancel={dialog.close}
        />
      </Modal>
    </>
  );
}

function Camera({ onRead, onCancel }: { onRead: (text: string) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const latestOnRead = useRef(onRead);
  useEffect(() => {
    latestOnRead.current = onRead;
  });
  useEffect(() => {
    if (video.current === null) return;
    return readCodes(video.current, {
      onRead: (text) => latestOnRead.current(text),
      onFailure: () => setHasFailed(true),
    });
  }, []);
  return (
    <div className={styles.scan}>
      {hasFailed ? (
        <Notice tone="failed">{t('transfer.scanFailed')}</Notice>
      ) : (
        <>
          {/* A picture of what the camera sees has no words. */}
          <video ref={video} className={styles.picture} autoPlay muted playsInline aria-hidden="true" />
          <p className={styles.text}>{t('transfer.scanText')}</p>
        </>
      )}
      <Button variant="secondary" isFullWidth onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

interface ScanEvents {
  onRead: (text: string) => void;
  /** No camera, or the person would rather not show what it sees. */
  onFailure: () => void;
}

/** Looks at the camera's picture until there is a code in it. Returns what turns the camera off. */
function readCodes(video: HTMLVideoElement, { onRead, onFailure }: ScanEvents): () => void {
  const reader = new BarcodeDetector({ formats: ['qr_code'] });
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function stop() {
    isOver = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
  }
  async function look(): Promise<void> {
    // It refuses a picture that is not there yet: the next look may find one.
    const codes = await reader.detect(video).catch(() => []);
    if (isOver) return;
    const text = codes[0]?.rawValue;
    if (text === undefined) {
      timer = setTimeout(() => void look(), lookEveryMs);
      return;
    }
    stop();
    onRead(text);
  }
  async function start(): Promise<void> {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    } catch {
      if (!isOver) onFailure();
      return;
    }
    // Closed while the browser asked for the permission.
    if (isOver) return stop();
    video.srcObject = stream;
    await look();
  }
  void start();
  return stop;
}
