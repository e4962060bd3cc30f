import type { HealthRow } from '@mimamori/contract/health-condition'
import { lostNames } from '@mimamori/contract/labels'
import styles from './level-reason.module.css'

/** What of a person's record is lost: 途絶：心拍・WBGT. */
export const lostInWords = (lost: HealthRow['lost']): string => `途絶：${lost.map((name) => lostNames[name]).join('・')}`

/** Why a level stands, and what of the record behind it is lost, in small words; nothing without a level. */
export const LevelReason = ({ row }: { readonly row: Pick<HealthRow, 'alertLevel' | 'reason' | 'lost'> }) => {
  if (row.alertLevel === null || (row.reason === null && row.lost.length === 0)) return null
  return (
    <span className={styles['reason']}>
      {row.reason !== null && <span>{row.reason}</span>}
      {row.lost.length > 0 && <span className={styles['lost']}>{lostInWords(row.lost)}</span>}
    </span>
  )
}
