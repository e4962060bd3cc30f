import { handlingNames, outcomeNames } from '@mimamori/contract/alert'
import type { AlertRecord } from '@mimamori/contract/alert-record'
import { recordSigners } from '@mimamori/contract/alert-record-facts'
import { labels } from '@mimamori/contract/labels'
import { dayAndClock } from '@mimamori/contract/time-words'
import { RecordPanel } from './record-panel.tsx'
import styles from './record-outcome.module.css'

/** How it ended in the words of who closed it, and room for signatures on paper. */
export const RecordOutcome = ({ record: { episode } }: { readonly record: AlertRecord }) => {
  const { handledAt, handledBy, outcome, note, handling } = episode
  const closed = handling === 'closed' && handledAt !== null
  const who = closed ? `${dayAndClock(handledAt)} ${handledBy ?? ''}` : undefined
  return (
    <RecordPanel title={labels.alert.outcome} hint={who}>
      <dl className={styles['facts']}>
        <dt>{labels.alert.outcome}</dt>
        <dd>
          <strong>{outcome === null ? handlingNames[handling] : outcomeNames[outcome]}</strong>
        </dd>
        <dt>{labels.alert.note}</dt>
        <dd className={styles['note']}>{note ?? '―'}</dd>
      </dl>
      <ul className={styles['signatures']} aria-label="署名欄">
        {recordSigners.map((signer) => (
          <li key={signer}>{signer}</li>
        ))}
      </ul>
    </RecordPanel>
  )
}
