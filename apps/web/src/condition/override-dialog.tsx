import { type AcclimatisationOverride, OverrideDraft, overrideKindNames } from '@mimamori/contract/acclimatisation'
import { endpoints } from '@mimamori/contract/endpoints'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import { message } from '@mimamori/contract/messages'
import { keysOf } from '@mimamori/contract/typed-lists'
import { DateField } from '../kit/form/date-field.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { notify } from '../kit/notify.ts'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'

const kinds = keysOf(overrideKindNames).map((value) => ({ value, label: overrideKindNames[value] }))
const shares = [
  ...[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((value) => ({
    value: String(value),
    label: value === 0 ? '0%（暑さの中で働かない）' : `1日の${value}%まで`,
  })),
  { value: 'none', label: '計画の対象にしない' },
]

type Props = {
  readonly detail: Pick<HealthDetail, 'userId' | 'fullName' | 'date'>
  /** The one that holds. */
  readonly override: AcclimatisationOverride | null
  readonly onSaved: () => unknown
  readonly onClose: () => void
}

/** Asks how much of the day a person may work in heat by the word of a doctor or an administrator, until when and why. */
export const OverrideDialog = ({ detail: { userId, fullName, date }, override, onSaved, onClose }: Props) => (
  <DraftDialog
    id="acclimatisation-override"
    resource="acclimatisation"
    schema={OverrideDraft}
    initial={{
      kind: override?.kind ?? 'doctor',
      share: override === null ? '' : (override.share?.toString() ?? 'none'),
      until: override?.until ?? '',
      reason: override?.reason ?? '',
    }}
    title={`${fullName}が暑さの中で働ける割合`}
    verb="登録する"
    save={async ({ until, share, ...rest }) => {
      await call(endpoints.acclimatisation.setOverride, {
        params: { userId },
        body: { ...rest, share: share ?? 'none', until: until ?? undefined },
      })
      notify.success(message('overrideSet'))
      onClose()
      onSaved()
    }}
    onClose={onClose}
  >
    {(form) => (
      <>
        <DraftNote>計画のかわりに、この割合で時間を数えます。理由は、会社と拠点の管理者と本人だけに見えます。</DraftNote>
        <RadioField form={form} name="kind" choices={kinds} />
        <SelectField form={form} name="share" choices={shares} />
        <DateField form={form} name="until" hint="この日まで。空欄なら、計画に戻すまで続きます" earliest={date} />
        <TextField form={form} name="reason" hint="200文字まで" placeholder="例 産業医の意見" />
      </>
    )}
  </DraftDialog>
)
