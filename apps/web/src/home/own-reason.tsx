import type { HealthRow } from '@mimamori/contract/health-condition'
import { useTranslation } from '../platform/texts.ts'
import { Phrase } from '../kit/phrase.tsx'
import { TranslatedText } from '../kit/translated-text.tsx'
import { reasonParts } from '../marks/level-reason.tsx'
import { clockOf } from '../platform/japan-time.ts'
import styles from './own-reason.module.css'

type Props = { readonly row: Pick<HealthRow, 'alertLevel' | 'alarm' | 'reason' | 'lost' | 'heartJudged' | 'strainedAt'> }

const lossTexts = { heartRate: 'condition.heartRate', wbgt: 'own.wbgt', signal: 'condition.lostSignal' } as const

/** Which data is missing while the level stays. */
const Lost = ({ lost }: { readonly lost: HealthRow['lost'] }) => {
  const { t } = useTranslation()
  const what = lost.map((name) => t(lossTexts[name], { furigana: 'keep' })).join('・')
  return <TranslatedText name="condition.lost" values={{ what }} />
}

/** Why one's level is what it is, in the language of the page: the reasons are worded by the server in Japanese, and found by their words. */
export const OwnReason = ({ row: { alertLevel, alarm, reason, lost, heartJudged, strainedAt } }: Props) => {
  const hasLevel = alertLevel !== null
  // The alarm of a device comes first among the reasons; the page names it by itself.
  const parts = hasLevel && reason !== null ? reasonParts(reason).slice(alarm === null ? 0 : 1) : []
  const isMissing = hasLevel && lost.length > 0
  if (parts.length === 0 && !isMissing && heartJudged && strainedAt === null) return null
  return (
    <ul className={styles['reasons']}>
      {!heartJudged && (
        <li>
          <TranslatedText name="own.heartNotJudged" />
        </li>
      )}
      {parts.map((part) => (
        <li key={part}>
          <Phrase text={part} />
        </li>
      ))}
      {isMissing && (
        <li>
          <Lost lost={lost} />
        </li>
      )}
      {strainedAt !== null && (
        <li>
          <TranslatedText name="own.strained" values={{ time: clockOf(strainedAt) }} />
        </li>
      )}
    </ul>
  )
}
