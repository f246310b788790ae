import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../ui/amount-field.tsx';
import { AssetLabel } from '../../domain/asset-label.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { emptyCode, pastedCode } from '../../ui/code-entry.ts';
import { MeterBars } from '../../ui/meter-bars.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Row, State } from './panel.tsx';
import { sampleAddress } from './samples.ts';

export function TextFieldSamples() {
  const { t } = useTranslation();
  const email = t('auth.fields.email');
  return (
    <>
      <State name="empty, with a hint">
        <TextField label={t('auth.fields.username')} hint={t('auth.signUp.usernameHint')} />
      </State>
      <State name="filled, left to right">
        <TextField label={email} defaultValue="person@example.com" dir="ltr" />
      </State>
      <State name="a Latin name, in whichever direction it is written">
        <TextField label={t('profile.name')} defaultValue="Maryam Sadeghi" dir="auto" />
      </State>
      <State name="error">
        <TextField label={email} defaultValue="person@" dir="ltr" error={t('validation.invalidEmail')} />
      </State>
      <State name="read-only">
        <TextField label={email} value="person@example.com" dir="ltr" readOnly />
      </State>
      <State name="disabled">
        <TextField label={email} value="person@example.com" dir="ltr" disabled />
      </State>
      <State name="password">
        <PasswordField
          label={t('auth.fields.password')}
          defaultValue="Quick-silver 7"
          autoComplete="new-password"
        />
      </State>
      <State name="text of several lines">
        <TextArea label={t('profile.deleteReason')} hint={t('profile.deleteReasonHint')} />
      </State>
      <State name="text of several lines, error">
        <TextArea label={t('profile.deleteReason')} error={t('contacts.nameInvalid')} />
      </State>
    </>
  );
}

export function AmountFieldSamples() {
  const { t } = useTranslation();
  const [amount, setAmount] = useState('1234.56');
  const label = t('transfer.amount');
  return (
    <>
      <State name="filled, with an action">
        <AmountField
          label={label}
          asset="MRCY"
          amount={amount}
          onAmountChange={setAmount}
          action={
            <Button variant="ghost" size="small">
              {t('transfer.max')}
            </Button>
          }
        />
      </State>
      <State name="error">
        <AmountField
          label={label}
          asset="USD"
          amount=""
          onAmountChange={setAmount}
          error={t('transfer.enterValidAmount')}
        />
      </State>
      <State name="disabled, eighteen decimals">
        <AmountField
          label={label}
          asset="ETH"
          amount="1234.123456789012345678"
          onAmountChange={setAmount}
          isDisabled
        />
      </State>
    </>
  );
}

export function ChoiceSamples() {
  const { t } = useTranslation();
  const [asset, setAsset] = useState<'BTC' | 'ETH'>('BTC');
  const label = t('withdraw.currency');
  const assets = [
    { value: 'BTC', text: 'Bitcoin', content: <AssetLabel asset="BTC" name="Bitcoin" /> },
    { value: 'ETH', text: 'Ethereum', content: <AssetLabel asset="ETH" name="Ethereum" detail="Ethereum" /> },
  ] as const;
  const choices = assets.map(({ value, text }) => ({ value, label: text }));
  return (
    <>
      <State name="select with marks">
        <SelectField label={label} value={asset} options={assets} onChange={setAsset} />
      </State>
      <State name="select, nothing chosen, error">
        <SelectField
          label={label}
          value={null}
          options={assets}
          onChange={setAsset}
          placeholder={t('withdraw.chooseSaved')}
          error={t('withdraw.addressRequired')}
        />
      </State>
      <State name="select, disabled">
        <SelectField label={label} value={asset} options={assets} onChange={setAsset} isDisabled />
      </State>
      <State name="the browser's own select: default, disabled">
        <NativeSelectField label={label} value={asset} choices={choices} onChange={setAsset} />
        <NativeSelectField label={label} value={asset} choices={choices} onChange={setAsset} isDisabled />
      </State>
      <State name="checkbox: unchecked, checked, disabled, long text">
        <Checkbox label={t('auth.signIn.rememberMe')} />
        <Checkbox label={t('auth.signIn.rememberMe')} defaultChecked />
        <Checkbox label={t('auth.signIn.rememberMe')} disabled />
        <Checkbox label={t('profile.deleteUnderstood')} />
      </State>
    </>
  );
}

export function CodeSamples() {
  const { t } = useTranslation();
  const [code, setCode] = useState(pastedCode('K7M4XQ') ?? emptyCode);
  const [digits, setDigits] = useState('123456');
  const label = t('auth.verification.codeLabel');
  return (
    <>
      <State name="code boxes: filled, wrong, disabled">
        <CodeField kind="characters" label={label} value={code} onChange={setCode} />
        <CodeField
          kind="characters"
          label={label}
          value={code}
          onChange={setCode}
          error={t('auth.verification.invalidCode')}
        />
        <CodeField kind="characters" label={label} value={code} onChange={setCode} isDisabled />
      </State>
      <State name="two-factor code">
        <CodeField
          kind="digits"
          label={t('twoFactor.code')}
          hint={t('twoFactor.codeHint')}
          value={digits}
          onChange={setDigits}
        />
      </State>
      <State name="strength: weak, medium, strong">
        <MeterBars filled={1} bars={5} tone="weak" label={t('auth.strength.weak')} figure="1/5" />
        <MeterBars filled={3} bars={5} tone="medium" label={t('auth.strength.medium')} figure="3/5" />
        <MeterBars filled={5} bars={5} tone="strong" label={t('auth.strength.strong')} figure="5/5" />
      </State>
      <State name="leading and trailing parts">
        <Row>
          <TextField
            label={t('wallet.address')}
            defaultValue={sampleAddress}
            dir="ltr"
            leading="MRCY"
            trailing={<Button size="small">{t('transfer.max')}</Button>}
          />
        </Row>
      </State>
    </>
  );
}
