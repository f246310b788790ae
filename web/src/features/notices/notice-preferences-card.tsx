import {
  isChoosable,
  type NoticeChannel,
  noticeChannels,
  type NoticeChoices,
  type NoticeSubject,
  noticeSubjects,
} from '@mercury/contract/api/notices.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { noticeChoicesQuery, useSetNoticeChoice } from './queries.ts';
import styles from './notice-preferences-card.module.css';

/** What the person is told of in the app and by mail. Each switch counts at once. */
export function NoticePreferencesCard() {
  const { t } = useTranslation();
  const query = useQuery(noticeChoicesQuery);
  return (
    <Card title={t('notices.title')}>
      <p className={styles.text}>{t('notices.choices.text')}</p>
      <QueryState
        query={query}
        skeleton={<ChoicesSkeleton />}
        failedTitle={t('notices.choices.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(choices) => <ChoicesTable choices={choices} />}
      </QueryState>
    </Card>
  );
}

function ChoicesTable({ choices }: { choices: NoticeChoices }) {
  const { t } = useTranslation();
  const { mutate, error } = useSetNoticeChoice();
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('notices.choices.subject')}</span>
            </th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`notices.choices.channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeSubjects.map((subject) => (
            <tr key={subject}>
              <th scope="row">
                {t(`notices.choices.subjects.${subject}.title`)}
                <span className={styles.about}>{t(`notices.choices.subjects.${subject}.text`)}</span>
              </th>
              {noticeChannels.map((channel) => (
                <td key={channel}>
                  <Choice
                    subject={subject}
                    channel={channel}
                    isOn={choices[subject][channel]}
                    onChange={(isOn) => mutate({ subject, channel, isOn })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && !(error instanceof Cancelled) && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
    </>
  );
}

interface ChoiceProps {
  subject: NoticeSubject;
  channel: NoticeChannel;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ subject, channel, isOn, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Switch
      label={t(`notices.choices.switches.${channel}`, {
        subject: t(`notices.choices.subjects.${subject}.title`),
      })}
      isOn={isOn}
      onChange={isChoosable(subject, channel) ? onChange : undefined}
    />
  );
}

function ChoicesSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t('notices.choices.loading')} className={styles.skeleton}>
      {noticeSubjects.map((subject) => (
        <Skeleton key={subject} height="2.5rem" />
      ))}
    </SkeletonGroup>
  );
}
