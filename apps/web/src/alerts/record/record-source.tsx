import type { AlertRecord } from '@mimamori/contract/alert-record'
import { sourceFacts } from '@mimamori/contract/alert-record-facts'
import { correctionInWords } from '@mimamori/contract/quality-words'
import { correctedSpans } from '@mimamori/heat/chart/day-series'
import styles from './record-outcome.module.css'
import { RecordPanel } from './record-panel.tsx'

/** What it was measured with, and what of that was corrected or came late. */
export const RecordSource = ({ record }: { readonly record: AlertRecord }) => {
  const corrections = correctedSpans(record.readings).map(({ minutes }) => correctionInWords(minutes))
  const facts = sourceFacts(record, [...new Set(corrections)])
  if (facts.length === 0) return null
  return (
    <RecordPanel title="測定">
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </RecordPanel>
  )
}
