import type { AlertEpisode } from '@mimamori/contract/alert'
import { Button } from 'antd'
import { PhoneLink } from '../kit/phone-link.tsx'
import { CallButton } from './call-button.tsx'
import { ClosingForm, type Closing } from './closing-form.tsx'
import { stepsOf, useSite } from './procedures.tsx'
import styles from './response-dialog.module.css'
import type { Answer } from './use-answers.ts'

type Props = {
  readonly episode: AlertEpisode
  readonly closing: Closing
  readonly onWrite: (closing: Closing) => void
  readonly busy: boolean
  readonly onAnswer: (answer: Answer) => void
}

const Calls = ({ episode }: { readonly episode: AlertEpisode }) => (
  <div className={styles['calls']}>
    {episode.leaderContact !== null && (
      <CallButton phone={episode.leaderContact} className={styles['secondary'] ?? ''}>
        職長{episode.leaderName === null ? '' : ` ${episode.leaderName.split(/\s/)[0]}`}へ電話
      </CallButton>
    )}
    {episode.drill === '0' && (
      <CallButton phone="119" className={styles['secondary'] ?? ''}>
        119番
      </CallButton>
    )}
  </div>
)

/** What can be done about an episode now: see it and say who goes, then go, then say how it ended. */
export const ResponseSteps = ({ episode, closing, onWrite, busy, onAnswer }: Props) => {
  const site = useSite(episode.officeId)
  // A form with something in it stays, even where somebody else was faster: the server says so, and the words are not lost.
  if (closing.begun || episode.handling === 'responding')
    return (
      <ClosingForm
        closing={closing}
        onWrite={(written) => onWrite({ ...written, begun: true })}
        busy={busy}
        onClose={(outcome, note) => onAnswer({ kind: 'close', outcome, note })}
      />
    )

  const unseen = episode.handling === 'open'
  return (
    <>
      <ol className={styles['steps']}>
        {stepsOf(site?.procedures).map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
      <Button
        type="primary"
        block
        className={styles['primary'] ?? ''}
        loading={busy}
        onClick={() => onAnswer({ kind: unseen ? 'go' : 'respond' })}
      >
        {unseen ? '確認した。自分が向かう' : '対応する。自分が向かう'}
      </Button>
      {unseen ? (
        <Button block className={styles['secondary'] ?? ''} disabled={busy} onClick={() => onAnswer({ kind: 'acknowledge' })}>
          確認した。ほかの人に頼む
        </Button>
      ) : (
        <Button block className={styles['secondary'] ?? ''} disabled={busy} onClick={() => onWrite({ ...closing, begun: true })}>
          対応を終える
        </Button>
      )}
      <Calls episode={episode} />
      {site?.hospitalName != null && (
        <p className={styles['hospital']}>
          搬送先 {site.hospitalName} {site.hospitalPhone !== null && <PhoneLink phone={site.hospitalPhone} />}
        </p>
      )}
    </>
  )
}
