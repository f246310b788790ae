import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { OnlineButton } from '../ui/online-button.tsx';
import styles from './confirm-actions.module.css';

interface ConfirmActionsProps {
  confirm: string;
  back: string;
  /** Where the words for money that is sent don't fit. */
  words?: { finish: string; another: string };
  /** The same was sent before and got no answer: the person says which one they mean. */
  isAsked: boolean;
  isProcessing: boolean;
  isReady?: boolean;
  /** The press was not meant for what has just changed. */
  isBlocked?: boolean;
  onAnother: () => void;
  onBack: () => void;
}

/** The end of the review of money that leaves or is traded, within its form: to submit it is to confirm, or to finish what was sent before. */
export function ConfirmActions(props: ConfirmActionsProps) {
  const { t } = useTranslation();
  const words = props.words ?? { finish: t('lostOrder.finish'), another: t('lostOrder.another') };
  const { isAsked, isProcessing, isReady = true, isBlocked = false } = props;
  const shared = { size: 'large', isFullWidth: true, isBlocked, disabled: !isReady } as const;
  return (
    <div className={styles.actions}>
      <OnlineButton {...shared} type="submit" isBusy={isProcessing}>
        {isAsked ? words.finish : props.confirm}
      </OnlineButton>
      {isAsked && (
        <OnlineButton {...shared} variant="secondary" onClick={props.onAnother}>
          {words.another}
        </OnlineButton>
      )}
      <Button
        variant="ghost"
        isFullWidth
        disabled={isProcessing}
        icon={<ArrowLeft size={18} aria-hidden="true" className="flip-in-rtl" />}
        onClick={props.onBack}
      >
        {props.back}
      </Button>
    </div>
  );
}
