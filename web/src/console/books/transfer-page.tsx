import { type BookTransfer, getBookTransfer, proposeReversal } from '@mercury/contract/console/books.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { transferKindText } from '../../domain/transfer-kinds.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { askedOnce } from '../api/asked-once.ts';
import { useMay } from '../api/me.ts';
import { callConsole } from '../api/client.ts';
import { callWithProof } from '../api/proof.ts';
import consoleStyles from '../console.module.css';
import { bookAccountPath, bookTransferPath, consolePaths } from '../paths.ts';
import { ProposingDialog } from '../proposals/proposing-dialog.tsx';
import styles from './books.module.css';
import { booksKey } from './queries.ts';
import { accountText } from './words.ts';

const transferQuery = (id: string) =>
  queryOptions({
    queryKey: [...booksKey, 'transfer', id],
    queryFn: async ({ signal }) => (await callConsole(getBookTransfer, { params: { id }, signal })).transfer,
    ...askedOnce,
  });

/** A transfer with all its sides, and what it belongs to. */
export function BookTransferPage() {
  const { t } = useTranslation('console');
  const { id = '' } = useParams();
  const query = useQuery(transferQuery(id));
  return (
    <Page title={t('books.transfer')}>
      <Link to={consolePaths.books}>{t('books.back')}</Link>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('books.loading')} heights={['8rem', '8rem']} />}
        failedTitle={t('books.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(transfer) => (
          <>
            <Facts transfer={transfer} />
            <Sides transfer={transfer} />
            <Causes transfer={transfer} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

function Facts({ transfer }: { transfer: BookTransfer }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const mayCorrect = useMay('books.correct');
  const reversing = useDialog();
  const { id, kind, at, reverses, reversedBy, holdPartner, canReverse } = transfer;
  return (
    <Card
      title={transferKindText(kind, tShared) ?? kind}
      action={
        mayCorrect &&
        canReverse && (
          <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={reversing.open}>
            {t('books.reverse.propose')}
          </Button>
        )
      }
    >
      <DetailList>
        <Detail label={t('books.transferId')} isStacked>
          <bdi dir="ltr" className={consoleStyles.mono}>
            {id}
          </bdi>
          <CopyButton text={id} label={t('books.copyId')} />
        </Detail>
        <Detail label={t('audit.time')}>
          <DateText at={at} />
        </Detail>
        <Partner label={t('books.reverses')} id={reverses} />
        <Partner label={t('books.reversedBy')} id={reversedBy} />
        <Partner label={t('books.holdPartner')} id={holdPartner} />
      </DetailList>
      {mayCorrect && (
        <ReversalDialog key={reversing.key} id={id} isOpen={reversing.isOpen} onClose={reversing.close} />
      )}
    </Card>
  );
}

/** Another transfer that belongs to this one. */
function Partner({ label, id }: { label: string; id: string | null }) {
  if (id === null) return null;
  return (
    <Detail label={label} isStacked>
      <Link to={bookTransferPath(id)} className={consoleStyles.mono} dir="ltr">
        {id}
      </Link>
    </Detail>
  );
}

function Sides({ transfer: { sides } }: { transfer: BookTransfer }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('books.sides')}>
      <ul className={consoleStyles.list}>
        {sides.map((side) => (
          <li key={side.accountId} className={consoleStyles.row} data-testid="side">
            <Link to={bookAccountPath(side.accountId)}>{accountText(side, t)}</Link>
            <div className={styles.amounts}>
              <Money amount={side.amount} asset={side.currency} signs="always" precision="exact" />
              {side.balanceAfter !== null && (
                <span className={styles.after}>
                  {t('books.balanceAfter')}{' '}
                  <Money amount={side.balanceAfter} asset={side.currency} precision="exact" />
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Causes({ transfer: { causes } }: { transfer: BookTransfer }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('books.cause')}>
      {causes.length === 0 ? (
        <p className={consoleStyles.quiet}>{t('books.noCause')}</p>
      ) : (
        <ul className={consoleStyles.list}>
          {causes.map(({ kind, id, person, detail }) => (
            <li key={`${kind} ${id}`} className={consoleStyles.row} data-testid="cause">
              <div className={consoleStyles.about}>
                <p className={consoleStyles.name}>
                  {t(`books.causes.${kind}`)}
                  {detail !== null && <bdi>{detail}</bdi>}
                </p>
                <p className={consoleStyles.meta}>
                  {person !== null && (
                    <>
                      <Link to={`${consolePaths.books}?person=${person.userId}`}>
                        <bdi dir="ltr">@{person.username}</bdi>
                      </Link>
                      {' · '}
                    </>
                  )}
                  <bdi dir="ltr" className={consoleStyles.mono}>
                    {id}
                  </bdi>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ReversalDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  return (
    <ProposingDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('books.reverse.title')}
      text={t('books.reverse.text')}
      confirmLabel={t('books.reverse.propose')}
      send={(reason) => callWithProof(proposeReversal, { params: { id }, body: { reason } })}
      onSettled={() => askAgain(client, transferQuery(id).queryKey)}
    />
  );
}
