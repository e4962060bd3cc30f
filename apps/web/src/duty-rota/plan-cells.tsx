import { type DutyRota, rotaPlaceText, rotaShiftNames, rotaShifts } from '@mimamori/contract/duty-rota'
import { slashDate } from '@mimamori/contract/time-words'
import { Select } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useNarrow } from '../platform/use-media.ts'
import styles from './plan-cells.module.css'
import { positionText } from './rota-words.ts'
import { hoursText } from './shift-times.ts'
import { otherPlaceOf, personAt, type PlannedPlace, type PlanRow, withPerson } from './week-plan.ts'

/** How many places each shift has. */
export type ShownPlaces = { readonly dayPlaces: number; readonly nightPlaces: number }

/** The rows of a plan: each place of the day, then of the night. */
export const rowsOf = ({ dayPlaces, nightPlaces }: ShownPlaces): PlanRow[] =>
  rotaShifts.flatMap((shift) =>
    Array.from({ length: shift === 'day' ? dayPlaces : nightPlaces }, (_, index) => ({ shift, place: index + 1 })),
  )

/** The people who may be at a place, found by name or furigana; who was planned and may not be called any more is among them. */
export const peopleOf = (rota: DutyRota, plannedId?: number) => {
  const people = rota.candidates.map((person) => ({
    value: person.userId,
    label: person.fullName,
    position: positionText(person),
    search: `${person.fullName} ${person.furigana}`,
  }))
  if (plannedId === undefined || people.some(({ value }) => value === plannedId)) return people
  const name = rota.places.find(({ userId }) => userId === plannedId)?.fullName ?? '担当になれない人'
  return [...people, { value: plannedId, label: `${name}（呼べません）`, position: '', search: name }]
}

export type PlanProps = {
  readonly rota: DutyRota
  readonly plan: readonly PlannedPlace[]
  readonly shown: ShownPlaces
  /** False for a shift that is over. */
  readonly mayChange: (at: Pick<PlannedPlace, 'date' | 'shift'>) => boolean
  readonly onChange: (plan: PlannedPlace[]) => void
}

type CellProps = Omit<PlanProps, 'shown'> & { readonly date: string; readonly row: PlanRow }

const optionRender = ({ label, data }: { readonly label?: ReactNode; readonly data: { readonly note: string } }) => (
  <span className={styles['option']}>
    {label} <small>{data.note}</small>
  </span>
)

const PersonCell = ({ rota, plan, mayChange, onChange, date, row }: CellProps) => {
  const at = { ...row, date }
  const userId = personAt(plan, at)
  return (
    <div className={styles['cell']}>
      <span className={styles['label']} aria-hidden="true">
        {rotaShiftNames[row.shift]} {row.place}
      </span>
      <Select
        className={styles['select'] ?? ''}
        aria-label={rotaPlaceText(at)}
        popupMatchSelectWidth={false}
        suffixIcon={null}
        allowClear
        showSearch={{ optionFilterProp: 'search' }}
        placeholder="空き"
        disabled={!mayChange(at)}
        value={userId ?? null}
        options={peopleOf(rota, userId).map((person) => {
          const other = otherPlaceOf(plan, at, person.value)
          return { ...person, disabled: other !== undefined, note: other === undefined ? person.position : `同じ時間の${other}番目` }
        })}
        optionRender={optionRender}
        notFoundContent="該当する候補はありません"
        onChange={(chosen: number | null | undefined) => onChange(withPerson(plan, at, chosen ?? undefined))}
      />
    </div>
  )
}

/** A picker of a person for each place of each day; on a narrow screen a card a day. */
export const PlanCells = ({ shown, ...props }: PlanProps) => {
  const { rota, mayChange } = props
  const isNarrow = useNarrow()
  const rows = rowsOf(shown)
  const isOver = ({ date }: DutyRota['days'][number]) => !rows.some((row) => mayChange({ ...row, date }))
  // On a phone the days that are over would come first, a screen each.
  const over = isNarrow ? rota.days.filter(isOver) : []
  return (
    <div className={styles['plan']} style={{ '--rows': rows.length + 1 } as CSSProperties}>
      <div className={styles['heads']} aria-hidden="true">
        <span />
        {rows.map(({ shift, place }) => (
          <span key={`${shift} ${place}`} data-first={place === 1}>
            <b>{place === 1 && rotaShiftNames[shift]}</b>
            {place === 1 && <small>{hoursText(shift, rota.shifts)}</small>}
            <i>{place}番目</i>
          </span>
        ))}
      </div>
      {over.length > 0 && <p className={styles['over']}>{over.map(({ date }) => slashDate(date)).join('、')}の担当は終わりました。</p>}
      {rota.days
        .filter((day) => !over.includes(day))
        .map(({ date, isOff, isToday, holiday }) => (
          <div key={date} className={styles['day']} role="group" aria-label={slashDate(date)} data-off={isOff} data-today={isToday}>
            <span className={styles['date']}>
              <b>{slashDate(date)}</b>
              <small>{isToday ? 'きょう' : holiday}</small>
            </span>
            {rows.map((row) => (
              <PersonCell key={`${row.shift} ${row.place}`} {...props} date={date} row={row} />
            ))}
          </div>
        ))}
    </div>
  )
}
