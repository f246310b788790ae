import { textIn } from '@mercury/contract/api/local-texts.ts';
import { type Level, levelLimits, removeLevel } from '@mercury/contract/console/levels.ts';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag, useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { useMay } from '../api/me.ts';
import { callWithProof } from '../api/proof.ts';
import styles from '../console.module.css';
import { ProposingDialog } from '../proposals/proposing-dialog.tsx';
import { RowButton } from '../row-button.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { LevelDialog } from './level-dialog.tsx';
import ownStyles from './levels.module.css';
import { levelsQuery } from './queries.ts';

/** What people of each level may pay in, pay out and trade, from the lowest on. */
export function LevelsPage() {
  const { t } = useTranslation('console');
  const query = useQuery(levelsQuery);
  const mayChange = useMay('levels.change');
  /** Null: a new one. */
  const editing = useItemDialog<Level | null>();
  const removing = useItemDialog<Level>();
  const levels = query.data ?? [];
  return (
    <Page title={t('levels.title')}>
      <Card
        title={t('levels.all')}
        action={
          mayChange && (
            <Button size="small" aria-haspopup="dialog" onClick={() => editing.open(null)}>
              {t('levels.define')}
            </Button>
          )
        }
      >
        <QueryState
          query={query}
          skeleton={<FormSkeleton label={t('levels.loading')} heights={['8rem', '8rem']} />}
          failedTitle={t('levels.failedToLoad')}
          errorMessage={errorMessage}
          isEmpty={({ length }) => length === 0}
          empty={
            <EmptyState icon={<Layers size={24} />} title={t('levels.empty')}>
              {t('levels.emptyText')}
            </EmptyState>
          }
        >
          {(shown) => (
            <ul className={styles.list}>
              {shown.map((level, at) => (
                <LevelRow
                  key={level.id}
                  level={level}
                  isLowest={at === 0}
                  onChange={mayChange ? () => editing.open(level) : undefined}
                  onRemove={mayChange && level.peopleCount === 0 ? () => removing.open(level) : undefined}
                />
              ))}
            </ul>
          )}
        </QueryState>
      </Card>
      {editing.item !== undefined && (
        <LevelDialog key={editing.opening} {...editing} level={editing.item} levels={levels} />
      )}
      {removing.item && (
        <RemovalDialog key={`removal-${removing.opening}`} {...removing} level={removing.item} />
      )}
    </Page>
  );
}

interface LevelRowProps {
  level: Level;
  isLowest: boolean;
  /** Undefined: this reader may not, or it can't be. */
  onChange: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function LevelRow({ level, isLowest, onChange, onRemove }: LevelRowProps) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const locale = useLocale();
  const { advice, limits, peopleCount } = level;
  const name = textIn(level.name, locale);
  const isolated = `\u2068${name}\u2069`;
  return (
    <li className={ownStyles.level} data-testid="level">
      <div className={ownStyles.head}>
        <div className={styles.about}>
          <p className={styles.name}>
            <bdi>{name}</bdi>
          </p>
          <p className={styles.meta}>
            {isLowest && <>{t('levels.everybodyElse')} · </>}
            {t('levels.given', { count: peopleCount, shown: formatCount(peopleCount, formatTag) })}
          </p>
        </div>
        <p className={ownStyles.acts}>
          {onChange && (
            <RowButton
              label={t('levels.change')}
              name={t('levels.changeOf', { name: isolated })}
              onClick={onChange}
            />
          )}
          {onRemove && (
            <RowButton
              label={t('levels.remove')}
              name={t('levels.removeOf', { name: isolated })}
              onClick={onRemove}
            />
          )}
        </p>
      </div>
      <DetailList>
        {levelLimits.map((limit) => {
          const usd = limits[limit];
          return (
            <Detail key={limit} label={t(`levels.limits.${limit}`)}>
              {usd === null ? t('levels.unlimited') : <Money amount={usd} asset="USD" />}
            </Detail>
          );
        })}
        <Detail label={t('levels.advice')} isStacked>
          {advice === null ? t('levels.contactPage') : <span dir="auto">{textIn(advice, locale)}</span>}
        </Detail>
      </DetailList>
    </li>
  );
}

interface RemovalDialogProps {
  level: Level;
  isOpen: boolean;
  close: () => void;
}

function RemovalDialog({ level: { id, name }, isOpen, close }: RemovalDialogProps) {
  const { t } = useTranslation('console');
  const locale = useLocale();
  return (
    <ProposingDialog
      isOpen={isOpen}
      onClose={close}
      title={t('levels.removeTitle')}
      text={t('levels.removeText', { name: `\u2068${textIn(name, locale)}\u2069` })}
      confirmLabel={t('levels.propose')}
      send={(reason) => callWithProof(removeLevel, { params: { id }, body: { reason } })}
    />
  );
}
