import { dutyRota, type DutyRota, RotaOverrideDraft, rotaShiftText } from '@mimamori/contract/duty-rota'
import { requiredText } from '@mimamori/contract/field'
import { Button } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { askToLose } from '../kit/ask-to-lose.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { serverNow } from '../platform/clock.ts'
import styles from './substitute-form.module.css'
import { refreshRota } from './overrides-panel.tsx'
import { positionText } from './rota-words.ts'
import { type DatedShift, hoursText, isOver } from './shift-times.ts'

/** `shift`: with its date, as it is chosen. */
const SubstituteDraft = RotaOverrideDraft.omit({ date: true }).extend({ shift: requiredText(20) })

/** A place that the form begins with. */
export type ChosenPlace = DatedShift & { readonly place: number }

const textOf = ({ date, shift }: DatedShift) => `${date} ${shift}`

/** The places that the reader may give to somebody: an administrator those of the shown week, others their own. */
const openPlaces = ({ isEditable, week, places, own, shifts }: DutyRota) => {
  const mine = own.map((one) => ({ ...one, fullName: null, gap: null, userId: null, override: null }))
  const all = isEditable ? (week.isPlanned ? places : []) : mine
  return all.filter((one) => !isOver(one, shifts, serverNow()))
}

const without = (rota: DutyRota, chosen: ChosenPlace): ReadonlySet<number> => {
  const place = rota.places.find((one) => textOf(one) === textOf(chosen) && one.place === chosen.place)
  return new Set([place?.userId, place?.override?.plannedUserId].filter((id) => id !== null && id !== undefined))
}

const peopleFor = (rota: DutyRota, chosen: ChosenPlace | undefined) => {
  if (chosen === undefined) return []
  const not = without(rota, chosen)
  const inShift = new Map(
    rota.places.filter((one) => textOf(one) === textOf(chosen)).flatMap(({ userId, place }) => (userId === null ? [] : [[userId, place]])),
  )
  return rota.candidates
    .filter(({ userId, fullName }) => !not.has(userId) && fullName !== '')
    .map((person) => {
      const other = inShift.get(person.userId)
      const also = other === undefined ? '' : `・いま${other}番目`
      return { value: person.userId, label: `${person.fullName}（${positionText(person)}${also}）` }
    })
}

type Props = {
  readonly rota: DutyRota
  readonly chosen: ChosenPlace | undefined
  /** What the button says: an administrator names somebody, a leader asks them. */
  readonly verb: string
  readonly onSaved: () => void
  /** Closes it; undefined where it is always there. */
  readonly onClose?: () => void
}

/** Names who takes a place of a shift: when, which place, who, and why. */
export const SubstituteForm = ({ rota, chosen, verb, onSaved, onClose }: Props) => {
  const [refused, setRefused] = useState('')
  const open = openPlaces(rota)
  const form = useForm('substitute', {
    schema: SubstituteDraft,
    resource: 'dutyRota',
    initial: chosen === undefined ? {} : { shift: textOf(chosen), place: chosen.place },
    onSubmit: async ({ shift, ...draft }) => {
      setRefused('')
      const place = open.find((one) => textOf(one) === shift)
      if (place === undefined) return { shift: 'この担当は終わりました。選び直してください。' }
      try {
        await call(dutyRota.override, { params: { officeId: rota.officeId }, body: { ...draft, date: place.date, shift: place.shift } })
      } catch (error) {
        setRefused(
          errorLines(error)
            .map(({ text }) => text)
            .join('\n'),
        )
        return {}
      }
      return undefined
    },
    onSaved: () => {
      notify.success('代わりを立てました。代わる人に知らせます。')
      void refreshRota()
      onSaved()
    },
  })
  useUnsavedGuard(() => form.isDirty())
  const ofShift = open.filter((one) => textOf(one) === form.draft.shift)
  const at = ofShift.find(({ place }) => place === Number(form.draft.place))
  const whens = [...new Map(open.map((one) => [textOf(one), `${rotaShiftText(one)}　${hoursText(one.shift, rota.shifts)}`]))]
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void form.submit(event)}>
      {refused !== '' && (
        <div className={styles['refused']}>
          <Banner kind="failure">{refused}</Banner>
        </div>
      )}
      <SelectField
        form={form}
        name="shift"
        choices={whens.map(([value, label]) => ({ value, label }))}
        onChoose={(value) => {
          const places = open.filter((one) => textOf(one) === value)
          form.set('place', places.length === 1 ? (places[0]?.place ?? null) : null)
          form.set('userId', null)
        }}
      />
      <SelectField
        form={form}
        name="place"
        choices={ofShift.map((one) => ({
          value: one.place,
          label: rota.isEditable ? `${one.place}番目（${one.gap === null ? one.fullName : '空き'}）` : `${one.place}番目（あなた）`,
        }))}
      />
      <SelectField
        form={form}
        name="userId"
        choices={peopleFor(rota, at)}
        placeholder={at === undefined ? '順番を先に選んでください' : '選んでください'}
      />
      <TextField form={form} name="reason" placeholder="例 講習のため" />
      <div className={styles['buttons']}>
        {onClose !== undefined && (
          <Button onClick={() => void (async () => (!form.isDirty() || (await askToLose('閉じる'))) && onClose())()}>やめる</Button>
        )}
        <Button type="primary" htmlType="submit" loading={form.submitting}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
