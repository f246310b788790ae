import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { UserCheck, UserPlus } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readRequestLink, type MoneyRequest } from '../../domain/request-link.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SavedContact } from './contact-email.ts';
import { ContactChoice } from './contact-choice.tsx';
import { type KnownNames, recipientProblem, type TransferEntry } from './draft.ts';
import { canScan } from './can-scan.ts';
import styles from './transfer-form.module.css';
import type { Named, RecipientState } from './use-recipient.ts';

const ScanButton = lazyPart(async () => (await import('./scan-button.tsx')).ScanButton);

/** A link that asks for money is longer than an address. */
const textLengthMax = 1000;

interface RecipientFieldProps {
  form: UseFormReturn<TransferEntry>;
  known: KnownNames;
  named: Named;
  /** The contact's name, if a contact has the address. */
  knownName: string | undefined;
  /** If only contacts can be paid, a wrong address disables the review, which then can't report the problem. */
  isCheckedOnBlur: boolean;
  onRequest: (request: MoneyRequest) => void;
  onChoose: (contact: SavedContact) => void;
}

export function RecipientField(props: RecipientFieldProps) {
  const { form, known, named, knownName, isCheckedOnBlur, onRequest, onChoose } = props;
  const { t } = useTranslation();
  const texts = {
    required: t('transfer.required'),
    invalidAddress: t('transfer.invalidAddress'),
    ownAddress: t('transfer.ownAddress'),
    emailOfNobody: t('transfer.emailOfNobody'),
    emailOfSeveral: t('transfer.emailOfSeveral'),
    contactsUnknown: t('transfer.recipientUnknown'),
  };
  // The message is the problem itself, so that its text follows the language.
  const failure = form.formState.errors.recipientAddress;
  const problem = failure && recipientProblem(form.getValues('recipientAddress'), known);
  const refusal = failure?.type === 'server' ? failure.message : undefined;
  function take(text: string) {
    const request = readRequestLink(text, location.origin);
    if (request) onRequest(request);
    // The refusal was about the former recipient.
    if (refusal !== undefined) form.clearErrors('recipientAddress');
    return request !== undefined;
  }
  // The error says the same as the hint would.
  const isSaid =
    (refusal !== undefined && named.found.state === 'refused') ||
    (problem !== undefined && named.email !== undefined && named.email.kind !== 'one');
  return (
    <>
      <TextField
        {...form.register('recipientAddress', {
          validate: (text) => recipientProblem(text, known) ?? true,
          onChange: (event: { target: { value: string } }) => take(event.target.value),
          onBlur: () => {
            const isTyped = form.getValues('recipientAddress').trim() !== '';
            // The refusal stays until the address changes.
            if (isCheckedOnBlur && isTyped && refusal === undefined) void form.trigger('recipientAddress');
          },
        })}
        label={t('transfer.recipientAddress')}
        error={problem ? texts[problem] : refusal}
        hint={isSaid ? undefined : <RecipientHint named={named} knownName={knownName} />}
        maxLength={textLengthMax}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="@…"
        trailing={
          canScan() && (
            <ScanButton
              onRead={(text) => {
                if (!take(text)) form.setValue('recipientAddress', text, { shouldDirty: true });
              }}
            />
          )
        }
      />
      {named.email?.kind === 'several' && (
        <ContactChoice contacts={named.email.contacts} onChoose={onChoose} />
      )}
    </>
  );
}

/** Whom it reaches, while it is typed. */
function RecipientHint({ named, knownName }: { named: Named; knownName: string | undefined }) {
  const { t } = useTranslation();
  switch (named.email?.kind) {
    case 'nobody':
      return <span role="status">{t('transfer.emailOfNobody')}</span>;
    case 'several':
      return <span role="status">{t('transfer.emailOfSeveral')}</span>;
    case 'unknown':
      return t('transfer.looking');
    case 'one':
    case undefined:
      return <ReachedHint found={named.found} knownName={knownName} />;
    default:
      return named.email satisfies never;
  }
}

function ReachedHint({ found, knownName }: { found: RecipientState; knownName: string | undefined }) {
  const { t } = useTranslation();
  switch (found.state) {
    case 'none':
      return knownName === undefined ? t('transfer.recipientHint') : <KnownName name={knownName} />;
    case 'looking':
      return knownName === undefined ? t('transfer.looking') : <KnownName name={knownName} />;
    case 'refused':
      return found.error.message || t('transfer.recipientUnknown');
    case 'unknown':
      return t('transfer.recipientUnknown');
    case 'found':
      return (
        <span role="status">
          <RecipientNames recipient={found.recipient} knownName={knownName} />
        </span>
      );
    default:
      return found satisfies never;
  }
}

function KnownName({ name }: { name: string }) {
  return <bdi className={styles.knownName}>{name}</bdi>;
}

interface RecipientNamesProps {
  recipient: Recipient;
  knownName: string | undefined;
}

/** The contact's name, the username, and whether the person has paid them before. */
export function RecipientNames({ recipient, knownName }: RecipientNamesProps) {
  const { t } = useTranslation();
  const { username, isPaidBefore } = recipient;
  const Icon = isPaidBefore ? UserCheck : UserPlus;
  return (
    <span className={styles.reached}>
      {knownName !== undefined && <KnownName name={knownName} />}
      {username !== null && (
        <bdi dir="ltr" className={styles.username}>
          @{username}
        </bdi>
      )}
      <span className={styles.standing} data-first={!isPaidBefore || undefined}>
        <Icon size={14} aria-hidden="true" />
        {isPaidBefore ? t('transfer.paidBefore') : t('transfer.firstTime')}
      </span>
    </span>
  );
}
