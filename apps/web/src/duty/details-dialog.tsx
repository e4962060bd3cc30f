import { languageNames, language, languages } from '@mimamori/contract/language'
import { requiredText } from '@mimamori/contract/field'
import { Instant } from '@mimamori/contract/wire'
import { z } from 'zod'
import { RadioField } from '../kit/form/radio-field.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import type { BriefingDetails } from './brief-actions.ts'

const schema = z.object({
  speaker: requiredText(100),
  means: z.enum(['meeting', 'paper']),
  language,
  date: z.enum(['today', 'yesterday']),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
})

const meansChoices = [
  { value: 'meeting', label: '朝礼' },
  { value: 'paper', label: '紙を渡した' },
]
const dayChoices = [
  { value: 'today', label: 'きょう' },
  { value: 'yesterday', label: 'きのう' },
]
const languageChoices = languages.map((value) => ({ value, label: languageNames[value].japanese }))
const dayMs = 86_400_000

type Props = {
  readonly details: BriefingDetails
  readonly now: number
  readonly onChange: (details: BriefingDetails) => void
  readonly onClose: () => void
}

/** Who briefed people, when, how and in which language. */
export const DetailsDialog = ({ details, now, onChange, onClose }: Props) => {
  const at = details.doneAt === undefined ? now : Date.parse(details.doneAt)
  return (
    <DraftDialog
      id="briefing"
      resource="duty"
      schema={schema}
      initial={{
        speaker: details.speaker,
        means: details.means,
        language: details.language,
        date: dateOf(at) === dateOf(now) ? 'today' : 'yesterday',
        time: clockOf(at),
      }}
      title="周知の内容"
      verb="決める"
      save={async ({ speaker, means, language: chosen, date: day, time }) => {
        const date = dateOf(day === 'today' ? now : now - dayMs)
        const doneAt = Instant.parse(`${date}T${time}:00+09:00`)
        const isUnchanged = clockOf(now) === time && day === 'today'
        onChange({ speaker, means, language: chosen, doneAt: isUnchanged ? undefined : doneAt })
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <DraftNote>24時間前までの周知を記録できます。</DraftNote>
          <TextField form={form} name="speaker" />
          <RadioField form={form} name="means" choices={meansChoices} />
          <RadioField form={form} name="date" choices={dayChoices} />
          <TextField form={form} name="time" type="time" />
          <SelectField form={form} name="language" choices={languageChoices} />
        </>
      )}
    </DraftDialog>
  )
}
