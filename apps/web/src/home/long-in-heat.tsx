import type { HealthRow } from '@mimamori/contract/health-condition'
import { useState } from 'react'
import { minutesInWords } from '../marks/heat-time.tsx'
import { RestButton } from '../organisation/rests/rest-button.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './long-in-heat.module.css'
import { passedLines } from './passed-lines.ts'
import { Section } from './section.tsx'

/** On a hot day dozens are; the longest come first. */
const shownAtFirst = 8

type Props = {
  /** Those whose time in heat is long today. */
  readonly rows: readonly HealthRow[]
  readonly withBase: boolean
}

const Times = ({ row }: { readonly row: HealthRow }) => (
  <p className={styles['times']}>
    <span>
      きょう <strong>{minutesInWords(row.heatMinutesToday ?? 0)}</strong>
    </span>
    <span>{(row.heatMinutesOnEnd ?? 0) > 0 ? `連続 ${minutesInWords(row.heatMinutesOnEnd ?? 0)}` : '暑さの外'}</span>
  </p>
)

/** The people who have been in heat for long today, without any sign of danger: who should rest next. Nothing where there are none. */
export const LongInHeat = ({ rows, withBase }: Props) => {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const hidden = rows.length - shownAtFirst
  return (
    <Section title="暑さの中に長くいる人" note={`${rows.length}人・実際の時間です。規則は見込みの時間で決まります`}>
      <ul className={styles['rows']}>
        {(all ? rows : rows.slice(0, shownAtFirst)).map((row) => (
          <li key={row.userId} className={styles['row']}>
            <div>
              <WorkerLink person={row} className={styles['name']}>
                {row.fullName}
              </WorkerLink>
              <p className={styles['place']}>
                {[row.locationName ?? '位置不明', row.groupName, withBase ? row.baseName : null].filter((part) => part !== null).join('・')}
              </p>
            </div>
            <p className={styles['lines']}>{passedLines(row).join('・')}</p>
            <Times row={row} />
            <RestButton className={styles['rest'] ?? ''} person={row} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <PlainButton kind="text" block onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'たたむ' : `ほか${hidden}人`}
        </PlainButton>
      )}
    </Section>
  )
}
