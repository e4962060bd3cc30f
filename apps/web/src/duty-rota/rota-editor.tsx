import { dutyRota, type DutyRota } from '@mimamori/contract/duty-rota'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { askToLose } from '../kit/ask-to-lose.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError, errorLines } from '../platform/call-error.ts'
import { serverNow } from '../platform/clock.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { PlanCells } from './plan-cells.tsx'
import { PlanDraft } from './plan-draft.ts'
import { PlanTools } from './plan-tools.tsx'
import { refreshRota } from './overrides-panel.tsx'
import styles from './rota-editor.module.css'
import { RotaCard } from './rota-card.tsx'
import { weekText } from './rota-words.ts'
import { isOver } from './shift-times.ts'
import { ShiftFields } from './shift-fields.tsx'
import { plannedOf, type PlannedPlace, withChanges, withinPlaces } from './week-plan.ts'

const readLatest = ({ officeId, week }: DutyRota) =>
  queryClient.query({ ...queryOf(dutyRota.read, { params: { officeId }, query: { from: week.from } }), staleTime: 0 })

type Props = { readonly rota: DutyRota; readonly onClose: () => void }

/** Plans a week: who is at which place of each shift, and the hours and places of the shifts. Saved as a whole. */
export const RotaEditor = ({ rota, onClose }: Props) => {
  // What it began with: news of the rota must not change what is being typed.
  const [began, setBegan] = useState(rota)
  const [refused, setRefused] = useState('')
  const [isOutdated, setOutdated] = useState(false)
  const { officeId, week } = began
  const form = useForm('duty-rota', {
    schema: PlanDraft,
    resource: 'dutyRota',
    initial: { version: began.version, from: week.from, places: plannedOf(began.places), ...began.shifts },
    onSubmit: async ({ version, from, places, ...shifts }) => {
      setRefused('')
      setOutdated(false)
      if (shifts.dayFrom >= shifts.nightFrom) return { nightFrom: message('rotaHoursOrder') }
      try {
        await call(dutyRota.save, {
          params: { officeId },
          body: { version, from, places: withinPlaces(places as PlannedPlace[], shifts), shifts },
        })
      } catch (error) {
        const isMet = error instanceof AnswerError && error.status === 412
        setOutdated(isMet)
        if (isMet) return {}
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
      notify.success(message('C003'))
      void refreshRota()
      onClose()
    },
  })
  useUnsavedGuard(() => form.isDirty())
  const plan = (form.draft.places ?? []) as PlannedPlace[]
  const setPlan = (places: readonly PlannedPlace[]) => form.set('places', [...places])
  const shown = { dayPlaces: Number(form.draft.dayPlaces), nightPlaces: Number(form.draft.nightPlaces) }
  const mayChange = (at: Pick<PlannedPlace, 'date' | 'shift'>) => !isOver(at, began.shifts, serverNow())
  const takeLatest = async () => {
    const latest = await readLatest(began)
    setPlan(withChanges(plannedOf(began.places), plan, plannedOf(latest.places)))
    form.set('version', latest.version)
    setBegan(latest)
    setRefused('')
    setOutdated(false)
  }
  return (
    <form id="duty-rota" noValidate className={styles['editor']} onSubmit={(event) => void form.submit(event)}>
      <RotaCard title={`${weekText(week)}の担当`} note="空けておくこともできます。終わった担当は変わりません。">
        <PlanTools rota={began} plan={plan} shown={shown} mayChange={mayChange} onChange={setPlan} />
        <PlanCells rota={began} plan={plan} shown={shown} mayChange={mayChange} onChange={setPlan} />
      </RotaCard>
      <RotaCard title="昼と夜の時刻と人数" note="すべての週に使います。昼と夜で、一日がつながります。">
        <ShiftFields form={form} />
      </RotaCard>
      <div className={styles['foot']}>
        {refused !== '' && <Banner kind="failure">{refused}</Banner>}
        {isOutdated && (
          <div className={styles['outdated']} role="status">
            <p>ほかの人が先に保存しました。入力はそのままです。いまの担当表に、あなたの変更を重ねてから保存できます。</p>
            <Button onClick={() => void takeLatest()}>いまの担当表に重ねる</Button>
          </div>
        )}
        <div className={styles['buttons']}>
          <Button onClick={() => void (async () => (!form.isDirty() || (await askToLose('保存せずに閉じる'))) && onClose())()}>
            やめる
          </Button>
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            保存する
          </Button>
        </div>
      </div>
    </form>
  )
}
