import { limits } from '@mercury/contract/limits.ts';
import { Link2, Search, SearchX, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useIsHydrated } from '../../ui/hydration.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './help-page.module.css';
import { isFound } from './help-search.ts';
import { hasWords, type HelpQuestionId, helpTopics } from './help-topics.ts';
import { textBlocks } from './legal-text.ts';
import { PublicPage, Section } from './public-page.tsx';

/** Questions with answers. All of them stand in the prerendered page, and open without a script. */
export function HelpPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const openId = useQuestionInAddress();
  const topics = useFoundTopics(query);
  const count = topics.reduce((sum, { questions }) => sum + questions.length, 0);
  const isSearching = query.trim() !== '';
  return (
    <PublicPage title={t('help.title')} lead={t('help.lead')}>
      <SearchBox query={query} onChange={setQuery} count={count} />
      {topics.map(({ topic, questions }) => (
        <Section key={topic} title={t(`help.topics.${topic}`)}>
          <div className={styles.questions}>
            {questions.map((question) => (
              <Question key={question.id} {...question} isOpen={isSearching || question.id === openId} />
            ))}
          </div>
        </Section>
      ))}
      {count === 0 ? (
        <EmptyState
          icon={<SearchX size={24} />}
          title={t('help.nothingFound', { query: query.trim() })}
          action={<ContactLink />}
        >
          {t('help.nothingFoundText')}
        </EmptyState>
      ) : (
        <div className={styles.more}>
          <p>{t('help.moreText')}</p>
          <ContactLink />
        </div>
      )}
    </PublicPage>
  );
}

interface SearchBoxProps {
  query: string;
  onChange: (query: string) => void;
  /** Of the answers found. */
  count: number;
}

function SearchBox({ query, onChange, count }: SearchBoxProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isSearching = query.trim() !== '';
  return (
    <search className={styles.search}>
      <TextField
        label={t('help.search')}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={limits.searchLengthMax}
        placeholder={t('help.placeholder')}
        value={query}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        leading={<Search size={18} aria-hidden="true" />}
        trailing={
          isSearching && (
            <IconButton label={t('help.clear')} onClick={() => onChange('')}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          )
        }
      />
      <p className={styles.count} role="status">
        {isSearching && t('help.found', { count, formatted: formatCount(count, formatTag) })}
      </p>
    </search>
  );
}

type QuestionProps = ReturnType<typeof useFoundTopics>[number]['questions'][number] & { isOpen: boolean };

function Question({ id, link, question, answer, isOpen }: QuestionProps) {
  const { t } = useTranslation();
  return (
    // React writes `open` only when it changes: what the reader opens or closes stays so.
    <details id={id} className={styles.question} open={isOpen}>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div className={styles.answer}>
        <Answer text={answer} />
        <p className={styles.links}>
          {link && <Link to={link.to}>{t(link.label)}</Link>}
          <Link to={{ hash: id }} className={styles.anchor}>
            <Link2 size={16} aria-hidden="true" />
            {t('help.linkToAnswer')}
          </Link>
        </p>
      </div>
    </details>
  );
}

function ContactLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink variant="secondary" to={paths.contact}>
      {t('legal.contactUs')}
    </ButtonLink>
  );
}

function Answer({ text }: { text: string }) {
  return textBlocks(text).map((block) =>
    block.kind === 'list' ? (
      <ul key={block.items.join()}>
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ) : (
      <p key={block.text}>{block.text}</p>
    ),
  );
}

/** An address that names a question opens it, also within the page. */
function useQuestionInAddress(): string {
  const { hash } = useLocation();
  // A prerendered page knows no hash.
  const isHydrated = useIsHydrated();
  const id = isHydrated ? hash.slice(1) : '';
  useEffect(() => {
    if (id !== '') document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
  }, [id]);
  return id;
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** What the answers fill in. What an operator can change is not among them: the answers lead to the page that knows it. */
function useFigures() {
  const formatTag = useFormatTag();
  const written = (figure: number) => formatCount(figure, formatTag);
  return {
    quoteSeconds: written(limits.quoteLifetimeMs / 1000),
    topUpMinutes: written(limits.topUpLifetimeMs / minuteMs),
    codeMinutes: written(limits.withdrawalCodeMs / minuteMs),
    waitHours: written(limits.withdrawalWaitMs / hourMs),
    undoHours: written(limits.emailUndoMs / hourMs),
    recoveryCodes: written(limits.recoveryCodeCount),
    passkeys: written(limits.passkeysMax),
    recurringBuys: written(limits.recurringBuysMax),
    alerts: written(limits.priceAlertsMax),
    staleMinutes: written(limits.marketStaleAfterMs / minuteMs),
  };
}

function useFoundTopics(query: string) {
  const { t } = useTranslation('help');
  const figures = useFigures();
  const textsOf = (id: HelpQuestionId) => ({
    question: t(`helpAnswers.${id}.question`, figures),
    answer: t(`helpAnswers.${id}.answer`, figures),
  });
  const wordsOf = (id: HelpQuestionId) => (hasWords(id) ? t(`helpWords.${id}`) : '');
  return helpTopics
    .map(({ topic, questions }) => ({
      topic,
      questions: questions
        .map(({ id, link }) => ({ id, link, ...textsOf(id) }))
        .filter(({ id, question, answer }) => isFound(`${question} ${answer} ${wordsOf(id)}`, query)),
    }))
    .filter(({ questions }) => questions.length > 0);
}
