import { alertKindNames, type AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Modal } from 'antd'
import { useMemo, useSyncExternalStore } from 'react'
import { ErrorLines } from '../kit/error-lines.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { gradeOf } from '../marks/grade.ts'
import { Lost } from '../marks/lost.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { errorLines } from '../platform/call-error.ts'
import styles from './response-dialog.module.css'
import { closeResponse, currentResponse, subscribeResponse } from './response-store.ts'
import { ResponseSteps } from './response-steps.tsx'
import { useAnswers, type Answer } from './use-answers.ts'
import { useOpenOf } from './use-open-of.ts'
import { handlingInWords, headOf, subjectOf } from './handling-words.ts'

type Episodes = AnswerOf<typeof endpoints.alert.list>

/** The episode as the lists know it by now; somebody else may have answered it since the dialog opened. */
const useLatest = (episode: AlertEpisode): AlertEpisode => {
  const client = useQueryClient()
  return (
    client
      .getQueriesData<Episodes>({ queryKey: [endpoints.alert.list.path] })
      .flatMap(([, answer]) => answer?.data ?? [])
      .find((other) => other.id === episode.id) ?? episode
  )
}

const Heading = ({ episode }: { readonly episode: AlertEpisode }) => (
  <div className={styles['heading']}>
    <LevelMark grade={gradeOf(episode) ?? 'none'} size={32} />
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
      <Lost lost={episode.lost} />
    </div>
  </div>
)

/** What else of the same person nobody has seen yet: it is seen with this one. */
const useTogether = ({ id, userId, handling }: AlertEpisode): readonly AlertEpisode[] => {
  const open = useOpenOf(userId !== null && handling === 'open' ? [userId] : [])
  return useMemo(() => open.filter((episode) => episode.id !== id), [open, id])
}

const Together = ({ episodes }: { readonly episodes: readonly AlertEpisode[] }) =>
  episodes.length > 0 && (
    <p className={styles['together']}>
      同じ人の未対応 {episodes.length}件も、一緒に確認済みになります（
      {[...new Set(episodes.map(({ kind }) => alertKindNames[kind]))].join('・')}）。
    </p>
  )

const Body = ({ episode }: { readonly episode: AlertEpisode }) => {
  const answers = useAnswers()
  const latest = useLatest(episode)
  const others = useTogether(latest)
  const together = others.map(({ id }) => id)
  const answer = (chosen: Answer) => answers.mutate({ id: latest.id, together, answer: chosen }, { onSuccess: closeResponse })
  return (
    <div className={styles['body']}>
      <Heading episode={latest} />
      <Together episodes={others} />
      <ResponseSteps key={latest.handling} episode={latest} busy={answers.isPending} onAnswer={answer} />
      {answers.error !== null && <ErrorLines lines={errorLines(answers.error)} />}
      <Button type="text" block className={styles['secondary'] ?? ''} onClick={closeResponse}>
        閉じる
      </Button>
    </div>
  )
}

/** The dialog of `openResponse`: a sheet from below on a phone, where the thumb is, and a dialog elsewhere. */
export const ResponseDialog = () => {
  const episode = useSyncExternalStore(subscribeResponse, currentResponse)
  const narrow = useNarrow()
  if (episode === null) return null
  const name = `${subjectOf(episode)}への対応`
  return narrow ? (
    <Drawer
      open
      placement="bottom"
      size="auto"
      closable={false}
      onClose={closeResponse}
      aria-label={name}
      rootClassName={styles['sheet'] ?? ''}
    >
      <Body episode={episode} />
    </Drawer>
  ) : (
    <Modal
      open
      centered
      width={480}
      closable={false}
      footer={null}
      onCancel={closeResponse}
      title={name}
      classNames={{ header: 'visually-hidden' }}
    >
      <Body episode={episode} />
    </Modal>
  )
}
