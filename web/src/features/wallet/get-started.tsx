import type { User } from '@mercury/contract/api/users.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, Plus, Repeat, ShieldCheck, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { keepStanding, useStanding } from './first-steps-memory.ts';
import styles from './get-started.module.css';
import { firstStepsQuery } from './queries.ts';

interface GetStartedProps {
  user: Pick<User, 'id' | 'createdAt'>;
  /** A second factor or a passkey protects the account; undefined until that is known. */
  isSecured: boolean | undefined;
  onAddMoney: (() => void) | undefined;
}

/** So long a new account is expected to have something left to do. Only a place is kept by it. */
const newcomerMs = 7 * 24 * 60 * 60 * 1000;

/** What a newcomer does first. Gone once all of it is done, and for whoever hides it: then the caller asks for it no more. */
export function GetStarted({ user, isSecured, onAddMoney }: GetStartedProps) {
  const { t } = useTranslation();
  const standing = useStanding(user.id);
  const [isNewcomer] = useState(() => Date.now() - Date.parse(user.createdAt) < newcomerMs);
  const { data, error } = useQuery(firstStepsQuery);
  const isKnown = data !== undefined && isSecured !== undefined;
  const isDone = isKnown && data.hasReceivedMoney && data.hasTraded && isSecured;
  useEffect(() => {
    if (isKnown) keepStanding(user.id, isDone ? 'over' : 'open');
  }, [isKnown, isDone, user.id]);

  if (isDone) return null;
  // A place is kept only where the list is expected: elsewhere it would appear to be taken away at once.
  if (!isKnown) return !error && (standing === 'open' || isNewcomer) && <StepsSkeleton />;
  return (
    <Card
      title={t('getStarted.title')}
      className={styles.card}
      action={
        <IconButton
          label={t('getStarted.dismiss')}
          className={styles.dismiss}
          onClick={() => keepStanding(user.id, 'over')}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <ol className={styles.steps}>
        <Step
          isDone={data.hasReceivedMoney}
          icon={<Plus size={18} aria-hidden="true" />}
          title={t('getStarted.addMoney')}
          text={t('getStarted.addMoneyText')}
          onStart={onAddMoney}
        />
        <Step
          isDone={data.hasTraded}
          icon={<Repeat size={18} aria-hidden="true" />}
          title={t('getStarted.firstBuy')}
          text={t('getStarted.firstBuyText')}
          to={paths.trade}
        />
        <Step
          isDone={isSecured}
          icon={<ShieldCheck size={18} aria-hidden="true" />}
          title={t('getStarted.secure')}
          text={t('getStarted.secureText')}
          to={paths.profile}
        />
      </ol>
    </Card>
  );
}

interface StepProps {
  isDone: boolean;
  icon: ReactNode;
  title: string;
  text: string;
  /** Where the step is taken, or what takes it. With neither, it can only happen to the person. */
  to?: string;
  onStart?: (() => void) | undefined;
}

function Step({ isDone, icon, title, text, to, onStart }: StepProps) {
  const { t } = useTranslation();
  const words = (
    <>
      <span className={styles.mark}>{isDone ? <CircleCheck size={18} aria-hidden="true" /> : icon}</span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {isDone ? <span>{t('getStarted.done')}</span> : <span className={styles.text}>{text}</span>}
      </span>
    </>
  );
  const chevron = <ChevronRight size={18} aria-hidden="true" className="flip-in-rtl" />;
  function renderRow() {
    if (isDone || (to === undefined && onStart === undefined)) {
      return <div className={styles.step}>{words}</div>;
    }
    if (to === undefined) {
      return (
        <button type="button" className={styles.step} onClick={onStart}>
          {words}
          {chevron}
        </button>
      );
    }
    return (
      <Link to={to} className={styles.step}>
        {words}
        {chevron}
      </Link>
    );
  }
  return (
    <li data-testid="first-step" data-done={isDone}>
      {renderRow()}
    </li>
  );
}

function StepsSkeleton() {
  const { t } = useTranslation();
  return (
    <Card title={t('getStarted.title')} className={styles.card}>
      <SkeletonGroup label={t('getStarted.loading')}>
        {Array.from({ length: 3 }, (_, index) => (
          <div key={index} className={styles.step}>
            <Skeleton width="2.25rem" height="2.25rem" shape="circle" />
            <span className={styles.words}>
              <span className={styles.title}>
                <Skeleton width="9rem" />
              </span>
              <span className={styles.text}>
                <Skeleton width="14rem" />
              </span>
            </span>
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
