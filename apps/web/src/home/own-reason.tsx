import type { HealthRow } from '@mimamori/contract/health-condition'
import { useTranslation } from 'react-i18next'
import { LevelReason } from '../marks/level-reason.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { currentLanguage } from '../platform/texts.ts'
import styles from './own-figures.module.css'

type Props = { readonly row: Pick<HealthRow, 'alertLevel' | 'reason' | 'lost' | 'heartJudged' | 'strainedAt'> }

/**
 * Why the level is what it is. The server words it in Japanese only: readers of another language see that the strain limit was passed,
 * and the reason from the figures that follow.
 */
export const OwnReason = ({ row }: Props) => {
  const { t } = useTranslation('texts')
  if (currentLanguage() === 'ja') return <LevelReason row={row} />
  if (row.strainedAt === null) return null
  return <p className={styles['strained']}>{t('own.strained', { time: clockOf(row.strainedAt) })}</p>
}
