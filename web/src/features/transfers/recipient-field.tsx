import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SavedContact } from '../../domain/contact-email.ts';
import { RecipientHint } from '../../domain/recipient-hint.tsx';
import { readRequestLink, type MoneyRequest } from '../../domain/request-link.ts';
import type { Named } from '../../domain/use-recipient.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ContactChoice } from './contact-choice.tsx';
import { type KnownNames, recipientProblem, type TransferEntry } from './draft.ts';
import { canScan } from './can-scan.ts';

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
        hint={
          isSaid ? undefined : (
            <RecipientHint named={named} knownName={knownName} empty={t('transfer.recipientHint')} />
          )
        }
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
