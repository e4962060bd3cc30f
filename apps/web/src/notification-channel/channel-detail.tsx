import { notificationChannel } from '@mimamori/contract/notification-channel'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { AnswerError } from '../platform/call-error.ts'
import { queryOf } from '../platform/query.ts'
import { ChannelFormPanel } from './channel-form.tsx'
import styles from './channel-screen.module.css'
import type { MadeSecret } from './secret-part.tsx'

type Props = {
  readonly id: string
  readonly made: MadeSecret | undefined
  readonly onMade: (made: MadeSecret) => void
}

/** A channel as the server has it at this moment; drawn from scratch once it was saved or read again. */
export const ChannelDetail = ({ id, made, onMade }: Props) => {
  const result = useQuery({ ...queryOf(notificationChannel.one, { params: { id } }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  if (result.data === undefined && result.error instanceof AnswerError && result.error.status === 404)
    return (
      <Panel>
        <p className={styles['missing']}>
          この通知先はありません。
          <Link to={screens.notificationChannel.path} search={({ id: _, ...search }) => search}>
            一覧へ
          </Link>
        </p>
      </Panel>
    )
  if (result.data === undefined)
    return (
      <Panel>
        <NoAnswerYet result={result} height={480} />
      </Panel>
    )
  return <ChannelFormPanel key={`${id}-${result.data.version}`} channel={result.data} made={made} onMade={onMade} />
}
