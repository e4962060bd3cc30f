import { type DutyRota, type RotaPlace, rotaPlaceText, rotaShiftNames, rotaShifts } from '@mimamori/contract/duty-rota'
import { slashDate } from '@mimamori/contract/time-words'
import { serverNow } from '../platform/clock.ts'
import { insteadText } from './rota-words.ts'
import { isOver } from './shift-times.ts'
import styles from './week-list.module.css'

type Fill = ((place: RotaPlace) => void) | undefined

const PlaceLine = ({ place: one, onFill }: { readonly place: RotaPlace; readonly onFill: Fill }) => {
  const { place, gap, fullName, override } = one
  if (gap !== null && onFill !== undefined)
    return (
      <li>
        <span>{place}</span>
        <button
          type="button"
          className={styles['fill']}
          aria-label={`${rotaPlaceText(one)}は空き。代わりを立てる`}
          onClick={() => onFill(one)}
        >
          空き
        </button>
      </li>
    )
  return (
    <li data-gap={gap !== null}>
      <span>{place}</span>
      <b>{gap === null ? fullName : '空き'}</b>
      {gap === null && override !== null && <small>{insteadText(override.insteadOf)}</small>}
    </li>
  )
}

type Props = {
  readonly rota: DutyRota
  /** Fills a gap of a shift that is not over; undefined where the reader may not. */
  readonly onFill: Fill
}

/** A week on a phone: day after day, who is called in which order. */
export const WeekList = ({ rota: { days, places, shifts }, onFill }: Props) => (
  <ul className={styles['days']} aria-label="1週間の担当">
    {days.map(({ date, isToday, holiday, isOff }) => (
      <li key={date} data-today={isToday} data-off={isOff}>
        <h3>
          {slashDate(date)}
          {isToday && <small>きょう</small>}
          {holiday !== null && <small>{holiday}</small>}
        </h3>
        {rotaShifts.map((shift) => (
          <div key={shift} className={styles['shift']}>
            <span>{rotaShiftNames[shift]}</span>
            <ol>
              {places
                .filter((one) => one.date === date && one.shift === shift)
                .map((one) => (
                  <PlaceLine key={one.place} place={one} onFill={isOver(one, shifts, serverNow()) ? undefined : onFill} />
                ))}
            </ol>
          </div>
        ))}
      </li>
    ))}
  </ul>
)
