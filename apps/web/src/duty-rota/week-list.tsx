import { type DutyRota, type RotaPlace, rotaShiftNames, rotaShifts } from '@mimamori/contract/duty-rota'
import { slashDate } from '@mimamori/contract/time-words'
import { insteadText } from './rota-words.ts'
import styles from './week-list.module.css'

const PlaceLine = ({ place: { place, gap, fullName, override } }: { readonly place: RotaPlace }) => (
  <li data-gap={gap !== null}>
    <span>{place}</span>
    <b>{gap === null ? fullName : '空き'}</b>
    {gap === null && override !== null && <small>{insteadText(override.insteadOf)}</small>}
  </li>
)

/** A week on a phone: day after day, who is called in which order. */
export const WeekList = ({ rota: { days, places } }: { readonly rota: DutyRota }) => (
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
                  <PlaceLine key={one.place} place={one} />
                ))}
            </ol>
          </div>
        ))}
      </li>
    ))}
  </ul>
)
