import { guest, GuestDraft } from '@mimamori/contract/guest'
import { metabolicClassNames } from '@mimamori/contract/heat-profile'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { Field } from '../kit/form/field.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { GroupFilter } from '../organisation/offices/group-filter.tsx'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import styles from './guest-dialog.module.css'

const classChoices = metabolicClassNames.map((label, value) => ({ value, label: `${value}　${label}` }))

/** Moderate work: what is assumed where nothing is known (domain facts §1). */
const usualClass = 2

type GuestDialogProps = {
  readonly officeId: number
  readonly groupId: number | undefined
  /** Takes the guest's number, once they are registered. */
  readonly onMade: (userId: number) => Promise<void>
  readonly onClose: () => void
}

/** Registers a worker of this day alone, in as few fields as the judging of heat and heart needs. */
export const GuestDialog = ({ officeId, groupId: first, onMade, onClose }: GuestDialogProps) => {
  const [groupId, setGroupId] = useState(first)
  return (
    <DraftDialog
      id="guest"
      resource="guest"
      schema={GuestDraft}
      initial={{ fullName: '', affiliation1: '', birthYear: '', metabolicClass: usualClass, consent: false }}
      title="本日のみの作業者"
      verb="登録してタグを渡す"
      buttonClass={styles['button'] ?? ''}
      save={async ({ fullName, affiliation1, birthYear, metabolicClass, consent }) => {
        const body = { officeId, groupId, fullName, affiliation1, birthYear, metabolicClass, consent }
        const { userId } = await call(guest.create, { body })
        // First, since it gives the focus back: the next scan goes into the field.
        onClose()
        await onMade(userId)
      }}
      onClose={onClose}
    >
      {(form) => (
        <div className={styles['fields']}>
          <DraftNote>アカウントのない、きょうだけの方です。体調の判定と記録は、ほかの作業者と同じです。夜に自動で終わります。</DraftNote>
          <TextField form={form} name="fullName" size="large" />
          <TextField form={form} name="affiliation1" size="large" />
          <TextField form={form} name="birthYear" size="large" inputMode="numeric" placeholder="1985" />
          <SelectField form={form} name="metabolicClass" choices={classChoices} />
          <div className={styles['group']}>
            <GroupFilter officeId={officeId} value={groupId} onChange={setGroupId} />
          </div>
          <Field form={form} name="consent" said={null}>
            {(control) => (
              <Checkbox
                {...control}
                className={styles['consent'] ?? ''}
                checked={form.draft.consent === true}
                onChange={(event) => form.set('consent', event.target.checked)}
              >
                説明し、本人の同意を得ました
              </Checkbox>
            )}
          </Field>
        </div>
      )}
    </DraftDialog>
  )
}
