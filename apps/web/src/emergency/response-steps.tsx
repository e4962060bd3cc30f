import type { AlertEpisode } from '@mimamori/contract/alert'
import { FaultBoundary } from '../kit/fault-boundary.tsx'
import { PhoneLink } from '../kit/phone-link.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import { CallButton } from './call-button.tsx'
import type { Closing } from './closing.ts'
import { ambulance } from './contacts.ts'
import { ClosingForm } from './later-closing.ts'
import { stepsOf, useSite } from './procedures.tsx'
import styles from './response-dialog.module.css'
import type { Answer } from './use-answers.ts'
import { useContacts } from './use-contacts.ts'

type Props = {
  readonly episode: AlertEpisode
  readonly closing: Closing
  readonly onWrite: (closing: Closing) => void
  readonly busy: boolean
  readonly onAnswer: (answer: Answer) => void
}

/** Whom to call, and where to bring them: those with the person need it as much as those yet to go. */
const Calls = ({ episode }: { readonly episode: AlertEpisode }) => {
  const site = useSite(episode.officeId)
  return (
    <>
      <div className={styles['calls']}>
        {useContacts(episode).map(({ name, phone }) => (
          <CallButton key={name} phone={phone} className={styles['call'] ?? ''} aria-label={`${name}へ電話 ${phone}`}>
            {name}へ電話
          </CallButton>
        ))}
        {episode.drill === '0' && (
          <CallButton phone={ambulance} className={styles['call'] ?? ''}>
            119番
          </CallButton>
        )}
      </div>
      {site?.hospitalName != null && (
        <p className={styles['hospital']}>
          搬送先 {site.hospitalName} {site.hospitalPhone !== null && <PhoneLink phone={site.hospitalPhone} />}
        </p>
      )}
    </>
  )
}

/** Who has seen it and who goes. */
const FirstSteps = ({ episode, closing, onWrite, busy, onAnswer }: Props) => {
  const site = useSite(episode.officeId)
  const unseen = episode.handling === 'open'
  return (
    <>
      <ol className={styles['steps']}>
        {stepsOf(site?.procedures).map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
      <PlainButton
        kind="primary"
        block
        className={styles['primary'] ?? ''}
        loading={busy}
        onClick={() => onAnswer({ kind: unseen ? 'go' : 'respond' })}
      >
        {unseen ? '確認した。自分が向かう' : '対応する。自分が向かう'}
      </PlainButton>
      {unseen ? (
        <PlainButton block className={styles['secondary'] ?? ''} disabled={busy} onClick={() => onAnswer({ kind: 'acknowledge' })}>
          確認した。ほかの人に頼む
        </PlainButton>
      ) : (
        <PlainButton block className={styles['secondary'] ?? ''} disabled={busy} onClick={() => onWrite({ ...closing, begun: true })}>
          対応を終える
        </PlainButton>
      )}
    </>
  )
}

/** What can be done about an episode now: see it and say who goes, then go, then say how it ended; and whom to call all along. */
export const ResponseSteps = (props: Props) => {
  const { episode, closing, onWrite, busy, onAnswer } = props
  // A form with something in it stays, even where somebody else was faster: the server says so, and the words are not lost.
  const isClosing = closing.begun || episode.handling === 'responding'
  return (
    <>
      {isClosing ? (
        <FaultBoundary fallback={<p role="alert">入力欄を読み込めません。通信を確かめて、開き直してください。</p>}>
          <ClosingForm
            closing={closing}
            onWrite={(written) => onWrite({ ...written, begun: true })}
            busy={busy}
            onClose={(outcome, note) => onAnswer({ kind: 'close', outcome, note })}
          />
        </FaultBoundary>
      ) : (
        <FirstSteps {...props} />
      )}
      <Calls episode={episode} />
    </>
  )
}
