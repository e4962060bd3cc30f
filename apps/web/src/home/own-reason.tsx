import type { HealthRow } from '@mimamori/contract/health-condition'
import { LevelReason } from '../marks/level-reason.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { currentLanguage } from '../platform/texts.ts'
import styles from './own-figures.module.css'
import { TranslatedText } from '../kit/translated-text.tsx'

type Props = { readonly row: Pick<HealthRow, 'alertLevel' | 'reason' | 'lost' | 'heartJudged' | 'strainedAt'> }

/**
 * Why the level is what it is. The server words it in Japanese only: readers of another language see that the strain limit was passed,
 * and the reason from the figures that follow.
 */
export const OwnReason = ({ row }: Props) => {
  if (currentLanguage() === 'ja') return <LevelReason row={row} />
  if (row.strainedAt === null) return null
  return (
    <p className={styles['strained']}>
      <TranslatedText name="own.strained" values={{ time: clockOf(row.strainedAt) }} />
    </p>
  )
}
