import { handlingNames, type AlertEpisode } from '@mimamori/contract/alert'
import { Lasting } from '../marks/ago.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './answer-line.module.css'
import { nextVerb, subjectOf } from './handling-words.ts'
import { openResponse } from './response-store.ts'

/** The handling of a danger, since when it lasts, and the button that answers it, as wide as a thumb needs. */
export const AnswerLine = ({ episode }: { readonly episode: AlertEpisode }) => {
  const { handling, handledBy, startedAt } = episode
  return (
    <div className={styles['line']}>
      <p className={styles['state']}>
        <strong>{handlingNames[handling]}</strong>
        {handledBy !== null && <span>{handledBy}</span>}
        <Lasting since={startedAt} />
      </p>
      <PlainButton
        className={styles['button']}
        {...(handling === 'open' && { kind: 'primary' })}
        aria-label={`${subjectOf(episode)}　${nextVerb[handling]}`}
        onClick={() => openResponse(episode)}
      >
        {nextVerb[handling]}
      </PlainButton>
    </div>
  )
}
