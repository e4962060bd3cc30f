import type { HealthRow } from '@mimamori/contract/health-condition'
import { deviceWarningNames } from '@mimamori/contract/device-warning'
import { statusNames } from '@mimamori/contract/labels'
import type { DisplayItem } from '@mimamori/contract/display-items'
import { signed } from '@mimamori/contract/number-words'
import type { ReactNode } from 'react'
import { spentWords } from './spent-minutes.ts'
import { AttentionMark } from './attention-mark.tsx'
import { Ago } from './ago.tsx'
import { gradeOf, gradeWordOf } from './grade.ts'
import { heatTimeInWords, restingNow } from './heat-time.tsx'
import { LevelMark } from './level-mark.tsx'
import { LevelReason } from './level-reason.tsx'
import { ReportLabel } from './report-mark.tsx'
import { NoHeartRateMark, SilentMark } from './sign-mark.tsx'
import styles from './worker-card.module.css'
import { WorkerLink } from './worker-link.tsx'

type Shows = (item: DisplayItem<'PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING'>) => boolean

const HeartRate = ({ heartRate }: Pick<HealthRow, 'heartRate'>) =>
  heartRate === null ? (
    <span className={styles['lost']}>
      <NoHeartRateMark size={16} />
      <span className="visually-hidden">{statusNames['1']}</span>
    </span>
  ) : (
    <span className={styles['bpm']}>
      <span className="visually-hidden">心拍 </span>
      {heartRate}
    </span>
  )

const Value = ({ row, shows }: { readonly row: HealthRow; readonly shows: Shows }) => {
  // What never came has not stopped coming.
  if (row.alertTime === null) return <span className={styles['small']}>受信なし</span>
  if (row.status === '0')
    return (
      <>
        <span className={styles['lost']}>
          <SilentMark size={16} decorative />
          途絶
        </span>
        {shows('ELAPSED_TIME') && (
          <span className={styles['small']}>
            <Ago at={row.alertTime} />
          </span>
        )}
      </>
    )
  return (
    <>
      {shows('HEART_BEATS') && <HeartRate heartRate={row.heartRate} />}
      {row.excess !== null && shows('WBGT_EXCEEDS') && <span className={styles['small']}>超過 {signed(row.excess)}</span>}
    </>
  )
}

type CardProps = { readonly row: HealthRow; readonly withBase: boolean; readonly shows: Shows; readonly isSpent?: boolean }

/** A person as one line of a phone's list: level, name, place, and the number that matters. */
export const WorkerCard = ({ row, withBase, shows, isSpent = false }: CardProps) => {
  const grade = gradeOf(row)
  const heatTime = heatTimeInWords(row)
  const groupName = shows('GROUP') ? row.groupName : null
  const place = shows('LOCATION_INTELLIGENCE') ? (row.locationName ?? groupName ?? '位置不明') : groupName
  return (
    <WorkerLink person={row} className={styles['card']}>
      <span className={styles['level']} data-grade={grade}>
        {grade !== undefined && (
          <>
            <LevelMark grade={grade} size={32} hollow={row.status === '0' && grade !== 'emergency'} decorative />
            <span className={styles['word']}>{gradeWordOf(row)}</span>
          </>
        )}
      </span>
      <span className={styles['who']}>
        <span className={styles['name']}>
          {row.fullName}
          <AttentionMark row={row} />
        </span>
        <ReportLabel row={row} />
        {place !== null && <span className={styles['place']}>{place}</span>}
        {withBase && shows('BASE_NAME') && <span className={styles['small']}>{row.baseName}</span>}
        <LevelReason row={row} />
        {row.resting !== null && <span className={styles['small']}>{restingNow}</span>}
        {heatTime !== null && <span className={styles['small']}>{heatTime}</span>}
        {isSpent && <span className={styles['small']}>{spentWords}</span>}
        {shows('HEART_BEATS') &&
          row.warnings.map((warning) => (
            <span key={warning} className={styles['small']}>
              {deviceWarningNames[warning]}
            </span>
          ))}
      </span>
      <span className={styles['value']}>
        <Value row={row} shows={shows} />
      </span>
    </WorkerLink>
  )
}

type CardsProps = {
  readonly rows: readonly HealthRow[]
  readonly label: string
  /** True where the rows are of several sites. */
  readonly withBase: boolean
  /** Which items of the condition list are shown; all of them unless said. */
  readonly shows?: Shows
  /** Those whose minutes in heat of today are spent, by their numbers. */
  readonly spent?: ReadonlySet<number>
  /** What can be done about somebody at once, beneath their line; null where nothing has to be. */
  readonly below?: (row: HealthRow) => ReactNode
}

const all: Shows = () => true

/** The cards of a list, on a surface of their own. */
export const WorkerCards = ({ rows, label, withBase, shows = all, spent, below }: CardsProps) => (
  <ul className={styles['cards']} aria-label={label}>
    {rows.map((row) => (
      <li key={row.userId} className={styles['item']} data-grade={gradeOf(row)}>
        <WorkerCard row={row} withBase={withBase} shows={shows} isSpent={spent?.has(row.userId) === true} />
        <div className={styles['below']}>{below?.(row)}</div>
      </li>
    ))}
  </ul>
)
