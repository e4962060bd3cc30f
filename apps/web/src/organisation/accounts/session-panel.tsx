import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import type { OpenSession } from '@mimamori/contract/sessions'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Column, ListResult } from '../../kit/data-table.tsx'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { Moment } from '../../marks/ago.tsx'
import { useNow } from '../../platform/clock.ts'
import { ListPanel } from '../panels/list-panel.tsx'
import { TwoLines } from './person-cells.tsx'

/** What distinguishes a session besides its browser. */
const Kind = ({ session }: { readonly session: OpenSession }) => {
  const hasRunOut = Date.parse(session.expiresAt) <= useNow()
  if (session.isCurrent) return 'いま使っている端末'
  if (hasRunOut) return '有効期限が切れています。通知だけが届きます。'
  return session.receivesNotices ? '通知を受け取る端末' : ''
}

const fromWhere = (address: string | null) => (address === null ? '' : `接続元 ${address}`)

const columns: readonly Column<OpenSession, never>[] = [
  {
    key: 'browser',
    title: labels.session.browser,
    render: (session) => <TwoLines first={session.browser} second={<Kind session={session} />} />,
  },
  {
    key: 'signedInAt',
    title: labels.session.signedInAt,
    render: ({ signedInAt, address }) => <TwoLines first={<Moment at={signedInAt} />} second={fromWhere(address)} />,
  },
  {
    key: 'usedAt',
    title: labels.session.usedAt,
    render: ({ usedAt, lastAddress }) => <TwoLines first={<Moment at={usedAt} />} second={fromWhere(lastAddress)} />,
  },
]

type SessionPanelProps = {
  readonly title: string
  readonly note: ReactNode
  readonly result: ListResult<OpenSession>
  /** What is asked before all of them are ended, and how. */
  readonly whole: { readonly verb: string; readonly question: string; readonly end: () => Promise<unknown> }
  readonly endOne: (sessionId: string) => Promise<unknown>
}

/** Where somebody is signed in: each session is ended by itself, or all together. The current session ends by logging out. */
export const SessionPanel = ({ title, note, result, whole, endOne }: SessionPanelProps) => {
  const ask = async (question: string, end: () => Promise<unknown>) => {
    if (!(await confirm({ body: `${question}\n${message('sessionEndHint')}`, verb: 'ログインを終える' }))) return
    try {
      await end()
      notify.success(message('sessionsEnded'))
    } catch (error) {
      void showFailure(error)
    }
    // After a failure too: it may have ended meanwhile.
    await result.refetch()
  }
  const actions = ({ sessionId, browser, isCurrent }: OpenSession) =>
    !isCurrent && (
      <Button
        size="small"
        aria-label={`${browser}のログインを終える`}
        onClick={() => void ask(message('sessionEndConfirm', { browser }), () => endOne(sessionId))}
      >
        ログインを終える
      </Button>
    )
  const others = result.data?.data.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <ListPanel
      title={title}
      note={note}
      label={`${title}の一覧`}
      columns={columns}
      rowKey={({ sessionId }) => sessionId}
      empty="ログイン中の端末はありません。"
      counter="台"
      result={result}
      actions={actions}
      buttons={others && <Button onClick={() => void ask(whole.question, whole.end)}>{whole.verb}</Button>}
    />
  )
}
