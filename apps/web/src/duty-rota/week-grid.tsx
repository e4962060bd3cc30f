import {
  type DutyRota,
  rotaGapNames,
  type RotaPlace,
  rotaPlaceText,
  type RotaShift,
  rotaShiftNames,
  rotaShifts,
} from '@mimamori/contract/duty-rota'
import { slashDate } from '@mimamori/contract/time-words'
import { serverNow } from '../platform/clock.ts'
import { type Bar, barsOf } from './bars.ts'
import { insteadPhrases, surnameOf } from './rota-words.ts'
import { hoursText, isOver } from './shift-times.ts'
import styles from './week-grid.module.css'

type Day = DutyRota['days'][number]

const DayHead = ({ day }: { readonly day: Day }) => (
  <th scope="col" data-today={day.isToday} data-off={day.isOff} className={styles['day']}>
    <b>{Number(day.date.slice(8))}</b> {slashDate(day.date).at(-2)}
    {day.isToday && <small>きょう</small>}
    {!day.isToday && day.holiday !== null && <small>{day.holiday}</small>}
    {day.isToday && day.holiday !== null && <span className="visually-hidden">{day.holiday}</span>}
  </th>
)

/** Who was planned and cannot be called; nothing of a place without anybody. */
const gapNote = ({ gap, fullName }: RotaPlace) =>
  gap === null || gap === 'empty' || fullName === null ? undefined : `${surnameOf(fullName)}（${rotaGapNames[gap]}）`

/** Whom a substitute replaces, broken between the phrases where there is no room. */
const Instead = ({ of }: { readonly of: string | null }) => (
  <small>
    {insteadPhrases(of).map((phrase) => (
      <span key={phrase}>{phrase}</span>
    ))}
  </small>
)

type BarProps = {
  readonly bar: Bar
  /** Fills a gap; undefined where it cannot be filled here. */
  readonly onFill: ((place: RotaPlace) => void) | undefined
}

const BarCell = ({ bar: { place, days, isNow, isOff }, onFill }: BarProps) => {
  const { gap, override, fullName } = place
  if (gap !== null) {
    const note = gapNote(place)
    const words = (
      <>
        <b>空き</b>
        {note !== undefined && <small>{note}</small>}
      </>
    )
    if (onFill === undefined) return <span className={styles['gap']}>{words}</span>
    return (
      <button
        type="button"
        className={styles['gap']}
        aria-label={`${rotaPlaceText(place)}は空き。代わりを立てる`}
        onClick={() => onFill(place)}
      >
        {words}
      </button>
    )
  }
  return (
    <span className={styles['bar']} data-now={isNow} data-off={isOff && !isNow} data-override={override !== null} data-days={days}>
      <b>{fullName}</b>
      {override !== null && <Instead of={override.insteadOf} />}
    </span>
  )
}

type RowsProps = Props & { readonly shift: RotaShift; readonly off: ReadonlySet<string> }

const ShiftRows = ({ rota: { places, shifts }, shift, off, onFill }: RowsProps) => {
  const own = places.filter((one) => one.shift === shift)
  const numbers = [...new Set(own.map(({ place }) => place))]
  return (
    <tbody>
      {numbers.map((number, index) => (
        <tr key={number}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={numbers.length} className={styles['shift']}>
              <b>{rotaShiftNames[shift]}</b>
              <small>{hoursText(shift, shifts)}</small>
            </th>
          )}
          <th scope="row" className={styles['place']}>
            {number}番目
          </th>
          {barsOf(
            own.filter(({ place }) => place === number),
            off,
          ).map((bar) => (
            <td key={bar.place.date} colSpan={bar.days}>
              <BarCell bar={bar} onFill={isOver(bar.place, shifts, serverNow()) ? undefined : onFill} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type Props = {
  readonly rota: DutyRota
  /** Fills a gap of a shift that is not over; undefined where the reader may not. */
  readonly onFill: ((place: RotaPlace) => void) | undefined
}

/** A week: a bar for each person from day to day, by shift and place. */
export const WeekGrid = ({ rota, onFill }: Props) => {
  const off = new Set(rota.days.filter(({ isOff }) => isOff).map(({ date }) => date))
  return (
    <table className={styles['grid']} aria-label="1週間の担当">
      <colgroup>
        <col className={styles['shifts']} />
        <col className={styles['numbers']} />
        {rota.days.map(({ date }) => (
          <col key={date} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colSpan={2} scope="col">
            <span className="visually-hidden">時間と順番</span>
          </th>
          {rota.days.map((day) => (
            <DayHead key={day.date} day={day} />
          ))}
        </tr>
      </thead>
      {rotaShifts.map((shift) => (
        <ShiftRows key={shift} rota={rota} shift={shift} off={off} onFill={onFill} />
      ))}
    </table>
  )
}

/** What the looks of bars mean. */
export const GridLegend = () => (
  <ul className={styles['legend']} aria-label="凡例">
    <li>
      <i data-of="now" />
      いまの担当
    </li>
    <li>
      <i data-of="override" />
      代わり
    </li>
    <li>
      <i data-of="gap" />
      空き
    </li>
    <li>
      <i data-of="off" />
      休日
    </li>
  </ul>
)
