import { apiToken, readKeyDays } from '@mimamori/contract/api-token'
import { dayMs } from '@mimamori/contract/day'
import { Select } from 'antd'
import { useState } from 'react'
import { Field } from '../kit/form/field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { useOfficeChoices } from '../organisation/offices/office-choices.ts'
import { CompanyField } from '../organisation/offices/office-fields.tsx'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { dateOf } from '../platform/japan-time.ts'
import { useViewer } from '../platform/viewer.ts'
import { EndField } from './end-field.tsx'
import { type MadeToken, refreshTokens } from './read-key-calls.ts'
import { ScopeFields } from './scope-fields.tsx'
import { endFaults, TokenForm } from './token-form.ts'

const SitesField = ({ form }: { readonly form: FormState<typeof TokenForm> }) => {
  const { companyId, officeIds } = form.draft
  const offices = useOfficeChoices(typeof companyId === 'number' ? companyId : undefined)
  const isLocked = companyId === null || companyId === undefined
  return (
    <Field form={form} name="officeIds" said="" hint="選ばなければ、これからできる拠点も読みます。">
      {(control) => (
        <Select<number[]>
          {...control}
          mode="multiple"
          style={{ width: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={isLocked}
          loading={offices === undefined && !isLocked}
          placeholder={isLocked ? '先に会社を選んでください' : 'すべての拠点'}
          value={(officeIds ?? []).map(Number)}
          options={[...(offices ?? [])]}
          onChange={(chosen) => form.set('officeIds', chosen)}
          notFoundContent="該当する候補はありません"
        />
      )}
    </Field>
  )
}

type Props = { readonly onMade: (made: MadeToken) => void; readonly onClose: () => void }

/** What a new token reads, of which sites, and until when. */
export const NewTokenDialog = ({ onMade, onClose }: Props) => {
  const viewer = useViewer()
  const [inAYear] = useState(() => dateOf(Date.now() + readKeyDays * dayMs))
  return (
    <DraftDialog
      id="new-token"
      resource="apiToken"
      schema={TokenForm}
      initial={{ name: '', companyId: viewer.companyId, officeIds: [], scopes: [], endsOn: inAYear }}
      title="トークンを作る"
      verb="作る"
      save={async (body) => {
        const made = await call(apiToken.create, { body })
        await refreshTokens()
        onMade(made)
      }}
      faultsOf={endFaults}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" placeholder="例 月次の集計（BI）" hint="100文字まで。何が読むかが分かる名前" />
          {viewer.companyId === null && <CompanyField form={form} onChoose={() => form.set('officeIds', [])} />}
          <SitesField form={form} />
          <ScopeFields form={form} />
          <EndField form={form} />
        </>
      )}
    </DraftDialog>
  )
}
