import { message } from '@mimamori/contract/messages'
import type { OpenSession } from '@mimamori/contract/sessions'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Column, ListResult } from '../../kit/data-table.tsx'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { LocalMoment } from '../../marks/local-time.tsx'
import { TranslatedText } from '../../kit/translated-text.tsx'
import { useTranslation } from '../../platform/texts.ts'
import { BrowserName, useBrowserName } from './browser-name.tsx'
import { useNow } from '../../platform/clock.ts'
import { ListPanel } from '../panels/list-panel.tsx'
import { TwoLines } from './person-cells.tsx'

/** What distinguishes a session besides its browser. */
const Kind = ({ session }: { readonly session: OpenSession }) => {
  const hasRunOut = Date.parse(session.expiresAt) <= useNow()
  if (session.isCurrent) return <TranslatedText name="common.security.thisDevice" />
  if (hasRunOut) return <TranslatedText name="common.security.hasExpired" />
  return session.receivesNotices ? <TranslatedText name="common.security.getsNotices" /> : null
}

const fromWhere = (address: string | null) => address !== null && <TranslatedText name="common.security.from" values={{ address }} />

const columns: readonly Column<OpenSession, never>[] = [
  {
    key: 'browser',
    title: <TranslatedText name="common.security.device" />,
    render: (session) => <TwoLines first={<BrowserName words={session.browser} />} second={<Kind session={session} />} />,
  },
  {
    key: 'signedInAt',
    title: <TranslatedText name="common.security.signedIn" />,
    render: ({ signedInAt, address }) => <TwoLines first={<LocalMoment at={signedInAt} />} second={fromWhere(address)} />,
  },
  {
    key: 'usedAt',
    title: <TranslatedText name="common.security.lastUsed" />,
    render: ({ usedAt, lastAddress }) => <TwoLines first={<LocalMoment at={usedAt} />} second={fromWhere(lastAddress)} />,
  },
]

type SessionPanelProps = {
  readonly title: string
  readonly note: ReactNode
  readonly result: ListResult<OpenSession>
  /** What is asked before all of them are ended, and how. */
  readonly whole: { readonly verb: ReactNode; readonly question: string; readonly end: () => Promise<unknown> }
  readonly endOne: (sessionId: string) => Promise<unknown>
}

/** Where somebody is signed in: each session is ended by itself, or all together. The current session ends by logging out. */
export const SessionPanel = ({ title, note, result, whole, endOne }: SessionPanelProps) => {
  const { t } = useTranslation()
  const browserName = useBrowserName()
  const ask = async (question: string, end: () => Promise<unknown>) => {
    if (!(await confirm({ body: `${question}\n${message('sessionEndHint')}`, verb: t('common.security.end') }))) return
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
        aria-label={t('common.security.endNamed', { browser: browserName(browser) })}
        onClick={() => void ask(t('common.message.sessionEndConfirm', { browser: browserName(browser) }), () => endOne(sessionId))}
      >
        <TranslatedText name="common.security.end" />
      </Button>
    )
  const others = result.data?.data.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <ListPanel
      title={title}
      note={note}
      label={t('common.security.listOf', { title })}
      columns={columns}
      rowKey={({ sessionId }) => sessionId}
      empty={t('common.security.noSessions')}
      counter={(count) => t('common.security.devices', { count })}
      result={result}
      actions={actions}
      buttons={others && <Button onClick={() => void ask(whole.question, whole.end)}>{whole.verb}</Button>}
    />
  )
}
