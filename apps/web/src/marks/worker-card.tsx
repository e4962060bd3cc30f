import type { HealthRow } from '@mimamori/contract/health-condition'
import { gradeNames, statusNames } from '@mimamori/contract/labels'
import { Ago } from './ago.tsx'
import { gradeOf } from './grade.ts'
import { LevelMark } from './level-mark.tsx'
import { LevelReason } from './level-reason.tsx'
import { signed } from './number-words.ts'
import { NoHeartRateMark, SilentMark } from './sign-mark.tsx'
import styles from './worker-card.module.css'
import { WorkerLink } from './worker-link.tsx'

const Value = ({ row }: { readonly row: HealthRow }) => {
  // What never came has not stopped coming.
  if (row.alertTime === null) return <span className={styles['small']}>受信なし</span>
  if (row.status === '0')
    return (
      <>
        <span className={styles['lost']}>
          <SilentMark size={16} decorative />
          途絶
        </span>
        <span className={styles['small']}>
          <Ago at={row.alertTime} />
        </span>
      </>
    )
  return (
    <>
      {row.heartRate === null ? (
        <span className={styles['lost']}>
          <NoHeartRateMark size={16} />
          <span className="visually-hidden">{statusNames['1']}</span>
        </span>
      ) : (
        <span className={styles['bpm']}>
          <span className="visually-hidden">心拍 </span>
          {row.heartRate}
        </span>
      )}
      {row.excess !== null && <span className={styles['small']}>超過 {signed(row.excess)}</span>}
    </>
  )
}

/** A person as one line of a phone's list: level, name, place, and the number that matters. */
export const WorkerCard = ({ row, withBase }: { readonly row: HealthRow; readonly withBase: boolean }) => {
  const grade = gradeOf(row)
  return (
    <WorkerLink person={row} className={styles['card']}>
      <span className={styles['level']} data-grade={grade}>
        {grade !== undefined && (
          <>
            <LevelMark grade={grade} size={32} hollow={row.status === '0' && grade !== 'emergency'} decorative />
            <span className={styles['word']}>{gradeNames[grade]}</span>
          </>
        )}
      </span>
      <span className={styles['who']}>
        <span className={styles['name']}>{row.fullName}</span>
        <span className={styles['place']}>{row.locationName ?? row.groupName ?? '位置不明'}</span>
        {withBase && <span className={styles['small']}>{row.baseName}</span>}
        <LevelReason row={row} />
      </span>
      <span className={styles['value']}>
        <Value row={row} />
      </span>
    </WorkerLink>
  )
}

type CardsProps = {
  readonly rows: readonly HealthRow[]
  readonly label: string
  /** True where the rows are of several sites. */
  readonly withBase: boolean
}

/** The cards of a list, on a surface of their own. */
export const WorkerCards = ({ rows, label, withBase }: CardsProps) => (
  <ul className={styles['cards']} aria-label={label}>
    {rows.map((row) => (
      <li key={row.userId} className={styles['item']} data-grade={gradeOf(row)}>
        <WorkerCard row={row} withBase={withBase} />
      </li>
    ))}
  </ul>
)
