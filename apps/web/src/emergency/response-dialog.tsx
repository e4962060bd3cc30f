import { alertKindNames, type AlertEpisode } from '@mimamori/contract/alert'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { worstInWords } from '@mimamori/contract/worst-level'
import { ErrorLines } from '../kit/error-lines.tsx'
import { useStoredDraft } from '../kit/form/use-stored-draft.ts'
import { PlainButton } from '../kit/plain-button.tsx'
import { PlainDialog } from '../kit/plain-dialog.tsx'
import { useLeavingQuestion } from '../kit/use-leaving-question.ts'
import { askToLose } from '../kit/ask-to-lose.ts'
import { gradeOf } from '../marks/grade.ts'
import { ReportMark } from '../marks/report-mark.tsx'
import { Lost } from '../marks/lost.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { errorLines } from '../platform/call-error.ts'
import { ClosingForm } from './later-closing.ts'
import styles from './response-dialog.module.css'
import { closeResponse, currentResponse, subscribeResponse } from './response-store.ts'
import { ReportsOf } from './reports-of.tsx'
import { ResponseSteps } from './response-steps.tsx'
import { closingOf, unwritten } from './closing.ts'
import { useAnswers, type Answer } from './use-answers.ts'
import { useLatest } from './use-latest.ts'
import { useOpenOf } from './use-open-of.ts'
import { handlingInWords, headOf, subjectOf } from './handling-words.ts'

const Heading = ({ episode }: { readonly episode: AlertEpisode }) => {
  const worst = worstInWords(episode)
  return (
    <div className={styles['heading']}>
      {episode.kind === 'report' ? <ReportMark size={32} /> : <LevelMark grade={gradeOf(episode) ?? 'none'} size={32} />}
      <div>
        <h2 className={styles['name']}>
          {episode.drill === '1' && `【${headOf(episode)}】`}
          {subjectOf(episode)}
        </h2>
        <p className={styles['place']}>{episode.locationName ?? episode.baseName}</p>
        <p className={styles['reason']}>
          {episode.reason}・{handlingInWords(episode)}
          {episode.handledBy !== null && ` ${episode.handledBy}`}
        </p>
        {worst !== undefined && <p className={styles['reason']}>{worst}</p>}
        <Lost lost={episode.lost} />
      </div>
    </div>
  )
}

/** What else of the same person nobody has seen yet: it is seen with this one. */
const useOtherUnseenAlerts = ({ id, userId, handling }: AlertEpisode): readonly AlertEpisode[] => {
  const open = useOpenOf(userId !== null && handling === 'open' ? [userId] : [])
  return useMemo(() => open.filter((episode) => episode.id !== id), [open, id])
}

const OtherAlertsNote = ({ episodes }: { readonly episodes: readonly AlertEpisode[] }) =>
  episodes.length > 0 && (
    <p className={styles['together']}>
      同じ人の未対応 {episodes.length}件も、一緒に確認済みになります（
      {[...new Set(episodes.map(({ kind }) => alertKindNames[kind]))].join('・')}）。
    </p>
  )

/**
 * What a person types is held here: it outlives a colleague's step, which changes what is offered.
 */
const Response = ({ episode }: { readonly episode: AlertEpisode }) => {
  const answers = useAnswers()
  const latest = useLatest(episode)
  const others = useOtherUnseenAlerts(latest)
  const name = `${subjectOf(episode)}への対応`
  const { restored, settle } = useStoredDraft({
    form: `response-${episode.id}`,
    isAboveScreens: true,
    basis: '',
    typed: () => (isTyped ? { ...closing } : undefined),
    discard: () => setClosing(unwritten),
  })
  const [closing, setClosing] = useState(() => closingOf(restored))
  const finish = () => {
    settle()
    closeResponse()
  }
  const answer = (chosen: Answer) => answers.mutate({ episode: latest, together: others, answer: chosen }, { onSuccess: finish })

  // How it ended is asked by a form that is loaded apart.
  useEffect(() => void ClosingForm.preload().catch(() => undefined), [])
  const isTyped = closing.note.trim() !== ''
  // The dialog is above every screen: going to another screen loses no text, but closing the tab does.
  useLeavingQuestion(isTyped)
  const leave = async () => {
    if (!isTyped || (await askToLose('保存せずに閉じる'))) finish()
  }

  return (
    <PlainDialog name={name} onLeave={leave}>
      <div className={styles['body']}>
        <Heading episode={latest} />
        <ReportsOf episode={latest} />
        <OtherAlertsNote episodes={others} />
        <ResponseSteps episode={latest} closing={closing} onWrite={setClosing} busy={answers.isPending} onAnswer={answer} />
        {answers.error !== null && <ErrorLines lines={errorLines(answers.error)} />}
        <PlainButton kind="text" block className={styles['secondary'] ?? ''} onClick={leave}>
          閉じる
        </PlainButton>
      </div>
    </PlainDialog>
  )
}

/** The dialog of `openResponse`: a sheet from below on a phone, where the thumb is, and a dialog elsewhere. */
export const ResponseDialog = () => {
  const episode = useSyncExternalStore(subscribeResponse, currentResponse)
  return episode !== null && <Response key={episode.id} episode={episode} />
}
