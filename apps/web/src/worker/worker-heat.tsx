import { endpoints } from '@mimamori/contract/endpoints'
import type { HeatLayers } from '@mimamori/heat'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { labels } from '@mimamori/contract/labels'
import type { UserRole, WorkerDraft } from '@mimamori/contract/person'
import { DateField } from '../kit/form/date-field.tsx'
import { FixedField, FormSection } from '../kit/form/form-section.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { fadingWords } from '../marks/fading-words.ts'
import { HeatFields } from '../organisation/heat-profile/heat-fields.tsx'
import { queryOf } from '../platform/query.ts'

/** What office and group say, as far as it is known. */
const useLayersAbove = (officeId: number, groupId: number | null): HeatLayers => {
  const office = useQuery({ ...queryOf(endpoints.office.one, { params: { id: officeId } }), enabled: officeId > 0 })
  const group = useQuery({ ...queryOf(endpoints.group.one, { params: { id: groupId ?? 0 } }), enabled: groupId !== null })
  return { office: office.data, group: group.data }
}

type WorkerHeatProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** The worker as stored; absent for somebody new. */
  readonly record: UserRole | undefined
} & Needs<Schema, 'officeId' | 'firstExposureOn' | 'metabolicClass' | 'acclimatised' | 'clothing'>

/** What the exposure days say; null where nothing was measured. */
const observedWords = (observed: boolean | null): string =>
  observed === null ? '測定の実績はありません' : observed ? '慣れている' : '慣れていない（暑さの中で2時間以上働いた日が足りません）'

/** The heat a worker may work in, as far as it differs from group and office. */
export const WorkerHeat = <Schema extends z.ZodObject>({ form, record }: WorkerHeatProps<Schema>) => {
  const part = partOf<typeof WorkerDraft>(form)
  const above = useLayersAbove(Number(part.draft.officeId ?? 0), record?.groupId ?? null)
  const { firstExposureOn } = part.draft
  return (
    <FormSection name="暑さの基準" note="空のままなら、グループ、拠点の順に決めたものになります。">
      <HeatFields
        form={part}
        of="worker"
        above={above}
        observedAcclimatised={record?.observedAcclimatised ?? null}
        firstExposureOn={typeof firstExposureOn === 'string' ? firstExposureOn : null}
      />
      {record !== undefined && <FixedField label={labels.user.observedAcclimatised} value={observedWords(record.observedAcclimatised)} />}
      {record?.daysWithoutExposure != null && (
        <FixedField label={labels.user.daysWithoutExposure} value={fadingWords(record.daysWithoutExposure)} />
      )}
      <DateField
        form={part}
        name="firstExposureOn"
        hint="この日から1週間は慣れていないとみなします。暑さの中の作業を測っていない人は、1週間たつと慣れたとみなします。3週間より前の日は使いません。"
      />
    </FormSection>
  )
}
