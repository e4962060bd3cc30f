import { type LimitedPerson, ladderKindNames } from '@mimamori/contract/acclimatisation'
import { LadderBars } from '../marks/acclimatisation-ladder.tsx'
import { minutesInWords } from '../marks/heat-time.tsx'
import styles from './handout-ladder.module.css'

/**
 * How long somebody who is given a device may be in heat today, so that it is said to them at the gate. Nothing of somebody whose ladder
 * would begin only if it became hot, while today does not: before the first hot days that is everybody.
 */
export const HandoutLadder = ({ person }: { readonly person: LimitedPerson }) => {
  const { kind, day, shares, appliesToday, allowedMinutes } = person
  if (!appliesToday) return null
  return (
    <span className={styles['ladder']}>
      {kind !== null && <LadderBars shares={shares} day={day} />}
      <span>
        {kind !== null && `${ladderKindNames[kind]}・${day}日目 `}
        <b>暑さの中は、きょう{minutesInWords(allowedMinutes)}まで</b>
      </span>
    </span>
  )
}
