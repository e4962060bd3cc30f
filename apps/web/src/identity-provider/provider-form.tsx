import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { type IdentityProvider, identityProvider, IdentityProviderDraft } from '@mimamori/contract/single-sign-on'
import { Button } from 'antd'
import { useState } from 'react'
import { FixedField, FormSection, WideField } from '../kit/form/form-section.tsx'
import { PasswordField } from '../kit/form/password-field.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { notify } from '../kit/notify.ts'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { Copied } from '../organisation/panels/copied.tsx'
import { call } from '../platform/api.ts'
import { PasswordDialog } from '../organisation/accounts/password-dialog.tsx'
import { fieldFaults } from './field-faults.ts'

const list = screens.companySetting
const schema = IdentityProviderDraft.omit({ version: true })

const uses = [
  { value: '1', label: '使う' },
  { value: '0', label: '使わない' },
] as const

const matched = [
  { value: 'email', label: labels.user.email },
  { value: 'loginId', label: labels.user.userName },
] as const

type ProviderFormProps = { readonly record: IdentityProvider; readonly companyName: string; readonly reload: () => void }

/** A company's provider of OpenID Connect. */
export const ProviderForm = ({ record, companyName, reload }: ProviderFormProps) => {
  const { companyId, version, hasSecret, redirectUri } = record
  const form = useResourceForm('identity-provider', {
    mode: 'update',
    list,
    schema,
    resource: 'identityProvider',
    initial: {
      enabled: record.enabled,
      issuer: record.issuer,
      clientId: record.clientId,
      clientSecret: '',
      matches: record.matches,
      claim: record.claim,
      domains: record.domains,
      password: '',
    },
    save: ({ domains, ...values }) =>
      call(identityProvider.save, { params: { id: companyId }, body: { ...values, domains: domains.join(','), version } }),
    faultsOf: fieldFaults,
    reload,
  })
  const [removing, setRemoving] = useState(false)
  const remove = async (password: string) => {
    await call(identityProvider.remove, { params: { id: companyId }, body: { password } })
    notify.success(message('C004'))
    reload()
  }
  return (
    <ResourceForm
      list={list}
      mode="update"
      form={form}
      note="使うときは、つながることを確かめてから保存します。"
      aside={version > 0 && <Button onClick={() => setRemoving(true)}>登録を削除する</Button>}
    >
      <FormSection name="会社" note="会社の認証サービス（OpenID Connect）でログインできるようにします。パスワードでのログインも残ります。">
        <FixedField label={labels.user.companyName} value={companyName} />
        <RadioField form={form} name="enabled" choices={uses} />
      </FormSection>
      <FormSection name="認証サービス" note="認証サービスの管理画面で、見守りをクライアントとして登録してから入力します。">
        <WideField>
          <Copied label={labels.identityProvider.redirectUri} text={redirectUri} />
        </WideField>
        <WideField>
          <TextField form={form} name="issuer" face="id" placeholder="https://id.example.co.jp" hint="認証サービスが自分を表すURL。" />
        </WideField>
        <TextField form={form} name="clientId" face="id" />
        <PasswordField
          form={form}
          name="clientSecret"
          autoComplete="new-password"
          hint={hasSecret ? '登録済みです。変えるときだけ入力します。' : '表示されるのは、認証サービスの管理画面だけです。'}
        />
      </FormSection>
      <FormSection name="本人の照合" note="合うアカウントがない人はログインできません。アカウントが自動で作られることはありません。">
        <RadioField form={form} name="matches" choices={matched} />
        <TextField form={form} name="claim" face="id" hint="本人が自分で書き換えられない項目。例 email、preferred_username" />
        <WideField>
          <TextField
            form={form}
            name="domains"
            face="id"
            placeholder="例 example.co.jp"
            hint="項目の @ より後ろ。カンマで区切ります。空なら、どのドメインも受け付けます。"
          />
        </WideField>
      </FormSection>
      <FormSection name="本人の確認" note="保存すると、ほかの契約管理者にメールで知らせます。">
        <PasswordField form={form} name="password" autoComplete="current-password" hint="見守りにログインするときのパスワード。" />
      </FormSection>
      {removing && (
        <PasswordDialog
          title={`「${companyName}のシングルサインオン」を削除する`}
          verb="削除する"
          note="ログインには、見守りのパスワードを使います。アカウントは残ります。"
          act={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </ResourceForm>
  )
}
