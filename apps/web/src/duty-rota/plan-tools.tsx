import { dutyRota, type DutyRota, rotaShiftNames } from '@mimamori/contract/duty-rota'
import { dayAfter } from '@mimamori/contract/rota-pattern'
import { slashDate } from '@mimamori/contract/time-words'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import { peopleOf, type PlanProps, rowsOf } from './plan-cells.tsx'
import styles from './plan-tools.module.css'
import { type PlannedPlace, withRow, withWeekBefore } from './week-plan.ts'

const whichDays = ['all', 'working', 'off'] as const
type WhichDays = (typeof whichDays)[number]
const whichDaysNames: Record<WhichDays, string> = { all: '全部の日', working: '平日', off: '休日' }

const datesOf = ({ days }: DutyRota, which: WhichDays) =>
  days.filter(({ isOff }) => which === 'all' || isOff === (which === 'off')).map(({ date }) => date)

/** Puts one person at the same place of several days at once. */
const FillRow = ({ rota, plan, shown, mayChange, onChange }: PlanProps) => {
  const [row, setRow] = useState('day 1')
  const [userId, setUserId] = useState<number | null>(null)
  const [which, setWhich] = useState<WhichDays>('working')
  const [said, setSaid] = useState('')
  const rows = rowsOf(shown).map((one) => ({ ...one, value: `${one.shift} ${one.place}` }))
  const fill = () => {
    const target = rows.find(({ value }) => value === row)
    if (target === undefined || userId === null) return setSaid('順番と人を選んでください。')
    const { shift, place } = target
    const dates = datesOf(rota, which).filter((date) => mayChange({ date, shift }))
    const filled = withRow(plan, { shift, place }, userId, dates)
    onChange(filled.plan)
    const days = filled.skipped.map((date) => slashDate(date)).join('、')
    setSaid(days === '' ? `${dates.length}日に入れました。` : `${days}は、同じ時間のほかの順番に入っているため、変えていません。`)
  }
  return (
    <div className={styles['fill']} role="group" aria-label="まとめて入れる">
      <b>まとめて入れる</b>
      <Select
        aria-label="まとめて入れる順番"
        showSearch={{ optionFilterProp: 'label' }}
        value={row}
        options={rows.map(({ shift, place, value }) => ({ value, label: `${rotaShiftNames[shift]} ${place}番目` }))}
        onChange={setRow}
      />
      <Select
        className={styles['person'] ?? ''}
        aria-label="まとめて入れる人"
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'search' }}
        placeholder="人を選んでください"
        value={userId}
        options={peopleOf(rota)}
        notFoundContent="該当する候補はありません"
        onChange={setUserId}
      />
      <Segmented
        aria-label="まとめて入れる日"
        value={which}
        options={whichDays.map((value) => ({ value, label: whichDaysNames[value] }))}
        onChange={setWhich}
      />
      <Button onClick={fill}>入れる</Button>
      <span role="status">{said}</span>
    </div>
  )
}

const askToReplace = (plan: readonly PlannedPlace[], mayChange: PlanProps['mayChange'], body: string, verb: string) =>
  plan.some(mayChange) ? confirm({ body, verb }) : Promise.resolve(true)

/** Fills many places at once: a row of the week, the week like the one before, or all empty. */
export const PlanTools = (props: PlanProps) => {
  const { rota, plan, mayChange, onChange } = props
  const { officeId, week } = rota
  const copy = useSingleMutation({
    mutationFn: async () => {
      const from = dayAfter(week.from, -7)
      const before = await queryClient.query({ ...queryOf(dutyRota.read, { params: { officeId }, query: { from } }), staleTime: 0 })
      if (!before.week.isPlanned) return notify.failure('前の週は決めていないため、写す並びがありません。')
      if (!(await askToReplace(plan, mayChange, 'いま入っている担当を、前の週の並びに置き換えます。', '置き換える'))) return
      onChange(withWeekBefore(plan, before, rota, mayChange))
    },
    onError: (error) => void showFailure(error),
  })
  const clear = async () => {
    if (await askToReplace(plan, mayChange, 'この週の担当を、すべて空きにします。保存するまでは元に戻せます。', '空きにする'))
      onChange(plan.filter((one) => !mayChange(one)))
  }
  return (
    <div className={styles['tools']}>
      <FillRow {...props} />
      <div className={styles['all']}>
        <Button loading={copy.isPending} onClick={() => copy.mutate()}>
          前の週の並びを写す
        </Button>
        <Button onClick={() => void clear()}>すべて空きにする</Button>
      </div>
    </div>
  )
}
