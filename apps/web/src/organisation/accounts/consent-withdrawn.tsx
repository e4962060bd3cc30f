import { admins } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { TranslatedText } from '../../kit/translated-text.tsx'
import { AnswerError, errorLines } from '../../platform/call-error.ts'
import { useViewer } from '../../platform/viewer.ts'
import styles from './consent-withdrawn.module.css'
import { Phrase } from '../../kit/phrase.tsx'

/** Whether the server refused to show somebody's condition since they withdrew their consent: it refuses nothing else with 403. */
export const isConsentWithdrawn = (error: Error | null): error is AnswerError => error instanceof AnswerError && error.status === 403

/** Shown instead of the condition of somebody who withdrew their consent. */
export const ConsentWithdrawn = ({ error, userId }: { readonly error: AnswerError; readonly userId: number }) => {
  const viewer = useViewer()
  const mayChange = admins.some((role) => role === viewer.roleKey)
  return (
    <div className={styles['withdrawn']} role="status">
      <p className={styles['title']}>
        <Phrase text="体調は表示されません" />
      </p>
      {errorLines(error).map(({ text }) => (
        <p key={text}>
          <Phrase text={text} />
        </p>
      ))}
      {userId === viewer.userId && (
        <Link to={screens.myData.path}>
          <TranslatedText name="consent.giveAgain" />
        </Link>
      )}
      {mayChange && (
        <Link to={screens.workerEdit.path} params={{ id: String(userId) }}>
          同意の記録を確かめる
        </Link>
      )}
    </div>
  )
}
