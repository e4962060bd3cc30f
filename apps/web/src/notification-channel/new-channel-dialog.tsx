import { message } from '@mimamori/contract/messages'
import { notificationChannel, type SavedChannel } from '@mimamori/contract/notification-channel'
import { keysOf } from '@mimamori/contract/typed-lists'
import { wireInteger } from '@mimamori/contract/wire'
import { useMemo } from 'react'
import type { z } from 'zod'
import { FixedField } from '../kit/form/form-section.tsx'
import { partOf } from '../kit/form/part-of.ts'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { useOfficeChoices } from '../organisation/offices/office-choices.ts'
import { CompanyField } from '../organisation/offices/office-fields.tsx'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { useViewer } from '../platform/viewer.ts'
import { refreshChannels } from './channel-calls.ts'
import { ChannelForm, type ChannelVariant, emptyReached, fieldsOf, reachedOf, schemaOf, typeOf } from './channel-draft.ts'
import { channelFaults } from './channel-faults.ts'
import { guides } from './channel-guides.tsx'
import { ReachedValue } from './reached-field.tsx'
import styles from './new-channel-dialog.module.css'

/** Where a new channel belongs: without a site it is sent what happens at every site of the company. */
const NewChannel = ChannelForm.extend({ companyId: wireInteger(1), officeId: wireInteger(1).nullable() })

const everySite = '会社全体（すべての拠点）'

/** Which site the channel is about; those with one site have no choice. */
const PlaceFields = ({ form }: { readonly form: FormState<typeof NewChannel> }) => {
  const viewer = useViewer()
  const { companyId } = form.draft
  const offices = useOfficeChoices(typeof companyId === 'number' ? companyId : undefined)
  if (viewer.officeName !== null) return <FixedField label={form.labelOf('officeId')} value={viewer.officeName} />
  return (
    <>
      {viewer.companyId === null && <CompanyField form={form} onChoose={() => form.set('officeId', null)} />}
      <SelectField
        form={form}
        name="officeId"
        choices={offices}
        placeholder={everySite}
        {...(companyId === null && { locked: '先に会社を選んでください' })}
      />
    </>
  )
}

type Props = {
  readonly variant: ChannelVariant
  readonly onMade: (made: SavedChannel) => Promise<void>
  readonly onClose: () => void
}

/** What a new channel of a service needs; what it is sent is chosen once it is there. */
export const NewChannelDialog = ({ variant, onMade, onClose }: Props) => {
  const viewer = useViewer()
  const schema = useMemo(
    () => schemaOf(variant, undefined).safeExtend({ companyId: wireInteger(1), officeId: wireInteger(1).nullable() }) as typeof NewChannel,
    [variant],
  )
  const save = async ({ name, companyId, officeId, ...values }: z.output<typeof NewChannel>) => {
    const made = await call(notificationChannel.create, {
      body: { companyId, officeId, type: typeOf(variant), name, ...reachedOf(variant, values) },
    })
    notify.success(message('C003'))
    await refreshChannels()
    await onMade(made)
  }
  const { name, steps } = guides[variant]
  return (
    <DraftDialog
      id="new-channel"
      resource="notificationChannel"
      schema={schema}
      initial={{
        ...emptyReached(variant),
        name: '',
        companyId: viewer.companyId,
        officeId: viewer.officeId,
        isEnabled: true,
        level: 3,
        kinds: ['condition', 'siteHeat', 'belt'],
        hours: 'always',
        from: '',
        to: '',
        language: 'ja',
        withNames: false,
      }}
      title={`${name}の通知先を追加`}
      verb="追加する"
      save={save}
      faultsOf={(error) => channelFaults(error, variant)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <details className={styles['steps']}>
            <summary>{name}の設定のしかた</summary>
            <ol>
              {steps.map((step, index) => (
                <li key={index}>{step}</li>
              ))}
            </ol>
          </details>
          <TextField form={form} name="name" placeholder="例 安全管理チャネル" hint="100文字まで。どこに届くかが分かる名前" />
          <PlaceFields form={form} />
          {keysOf(fieldsOf(variant)).map((field) => (
            <ReachedValue key={field} form={partOf<typeof ChannelForm>(form)} variant={variant} name={field} />
          ))}
          <DraftNote>追加したら、届き方を見て、段階・種類・時間帯を選び、「試しに送る」で確かめてください。氏名は送りません。</DraftNote>
        </>
      )}
    </DraftDialog>
  )
}
