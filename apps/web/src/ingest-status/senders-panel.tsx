import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import type { IngestSender, IngestStatus } from '@mimamori/contract/ingest-status'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { Column } from '../kit/data-table.tsx'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { notify } from '../kit/notify.ts'
import { useOpener } from '../kit/use-opener.ts'
import { SectionPanel } from '../marks/charts/summary-panel.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { LampDialog } from '../organisation/access-keys/lamp-dialog.tsx'
import { TrialTag } from '../organisation/access-keys/trial-tag.tsx'
import { stopCaution } from '../organisation/access-keys/stop-caution.ts'
import { call } from '../platform/api.ts'
import { useNow } from '../platform/clock.ts'
import { useMedia } from '../platform/use-media.ts'
import { MinuteLine } from './minute-line.tsx'
import styles from './status.module.css'
import { StatusRows } from './status-rows.tsx'
import { refreshStatus } from './use-status.ts'
import { clockToSecond, firstSentence, rateInWords, rateOf, recencyOf, refusedOf, wayInWords } from './words.ts'

/** Why nothing that it sends is taken any more; empty while it is. */
const stateInWords = ({ type, revokedAt, isEnded }: IngestSender): string => {
  if (revokedAt !== null) return type === 'key' ? '停止' : '削除'
  return isEnded ? '期限切れ' : ''
}

const Name = ({ sender }: { readonly sender: IngestSender }) => (
  <div className={styles['two']}>
    <p className={styles['first']}>
      {sender.name}
      {sender.trial && <TrialTag />}
      {stateInWords(sender) !== '' && <span className={styles['tag']}>{stateInWords(sender)}</span>}
    </p>
    <p className={styles['second']}>
      <span className="id">{sender.id}</span>
      {wayInWords(sender) !== '' && `・${wayInWords(sender)}`}
    </p>
  </div>
)

const LastAt = ({ lastAt }: { readonly lastAt: string | null }) => {
  const now = useNow()
  if (lastAt === null) return <span className={styles['none']}>まだ届いていません</span>
  const { words, isSilent } = recencyOf(lastAt, now)
  return (
    <div className={styles['received']}>
      {isSilent && <SilentMark size={18} decorative />}
      <div className={styles['two']}>
        <p className={isSilent ? styles['first'] : undefined}>
          <time dateTime={lastAt}>{clockToSecond(lastAt, now)}</time>
        </p>
        <p className={styles['second']}>{words}</p>
      </div>
    </div>
  )
}

/** So many reasons have room in a row; the list of refusals has them all. */
const shownReasons = 2

const Reasons = ({ sender: { rejected } }: { readonly sender: IngestSender }) => {
  if (rejected.length === 0) return <span className={styles['none']}>断っていません</span>
  const rest = rejected.slice(shownReasons).reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className={styles['reasons']}>
      {rejected.slice(0, shownReasons).map(({ reason, count }) => (
        <li key={reason}>
          <CloseCircleOutlined className={styles['refused']} aria-hidden="true" />
          <span>
            {firstSentence(reason)} {count.toLocaleString('ja-JP')}
          </span>
        </li>
      ))}
      {rest > 0 && <li className={styles['second']}>ほかの理由 {rest.toLocaleString('ja-JP')}</li>}
    </ul>
  )
}

const stop = async (officeId: number, { id, name, lastAt }: IngestSender) => {
  if (!(await confirm({ body: stopCaution(name, lastAt !== null), verb: 'キーを止める' }))) return
  try {
    await call(endpoints.ingestKey.revoke, { params: { id: officeId, keyId: id } })
    notify.success(message('keyRevoked', { name }))
  } catch (error) {
    void showFailure(error)
  }
  await refreshStatus()
}

const StopButton = ({ officeId, sender }: { readonly officeId: number; readonly sender: IngestSender }) => {
  const now = useNow(60_000)
  const { type, lastAt, name } = sender
  if (type !== 'key' || stateInWords(sender) !== '' || lastAt === null || !recencyOf(lastAt, now).isAbandoned) return null
  return (
    <Button size="small" aria-label={`${name}のキーを止める`} onClick={() => void stop(officeId, sender)}>
      キーを止める
    </Button>
  )
}

/** Those who may not edit the site find here how its lamp is connected. */
const LampButton = ({ sender }: { readonly sender: IngestSender }) => {
  const dialog = useOpener()
  if (sender.type !== 'key' || sender.trial || stateInWords(sender) !== '') return null
  return (
    <>
      <Button size="small" aria-label={`${sender.name}で警告灯につなぐ`} onClick={dialog.open}>
        警告灯
      </Button>
      {dialog.isOpen && <LampDialog row={sender} onClose={dialog.close} />}
    </>
  )
}

const Actions = ({ officeId, sender }: { readonly officeId: number; readonly sender: IngestSender }) => (
  <div className={styles['actions']}>
    <LampButton sender={sender} />
    <StopButton officeId={officeId} sender={sender} />
  </div>
)

const Figure = ({ value, children }: { readonly value: number; readonly children: string }) => (
  <span className={value > 0 ? styles['figure'] : styles['zero']}>{children}</span>
)

const nameColumn: Column<IngestSender, never> = {
  key: 'name',
  title: '受信キー',
  fixed: 'start',
  render: (sender) => <Name sender={sender} />,
}
const lastColumn: Column<IngestSender, never> = { key: 'lastAt', title: '最終受信', render: ({ lastAt }) => <LastAt lastAt={lastAt} /> }
const lineColumn: Column<IngestSender, never> = {
  key: 'perMinute',
  title: '60分の動き',
  render: ({ perMinute }) => <MinuteLine perMinute={perMinute} />,
}
const rateColumn: Column<IngestSender, never> = {
  key: 'rate',
  title: '件／分',
  align: 'right',
  render: ({ perMinute }) => {
    const rate = rateOf(perMinute)
    return <Figure value={rate}>{rateInWords(rate)}</Figure>
  },
}
const refusedColumn: Column<IngestSender, never> = {
  key: 'refused',
  title: '断った',
  unit: 'きょう',
  align: 'right',
  render: (sender) => {
    const refused = refusedOf(sender)
    return <Figure value={refused}>{refused.toLocaleString('ja-JP')}</Figure>
  },
}

const wideColumns = (officeId: number): readonly Column<IngestSender, never>[] => [
  nameColumn,
  lastColumn,
  lineColumn,
  rateColumn,
  refusedColumn,
  { key: 'reasons', title: '理由', render: (sender) => <Reasons sender={sender} /> },
  {
    key: 'actions',
    title: <span className="visually-hidden">操作</span>,
    align: 'right',
    render: (sender) => <Actions officeId={officeId} sender={sender} />,
  },
]

/** Where the room is small: the reasons say how many there are of each. */
const compactColumns = (officeId: number): readonly Column<IngestSender, never>[] => [
  nameColumn,
  lastColumn,
  lineColumn,
  rateColumn,
  {
    key: 'reasons',
    title: '断った',
    unit: 'きょう',
    render: (sender) => (
      <>
        <Reasons sender={sender} />
        <Actions officeId={officeId} sender={sender} />
      </>
    ),
  },
]

const none = (newKey: ReactNode) => ({
  filtered: '',
  none: 'まだ受信キーがありません',
  wayOut: (
    <>
      <p>受信キーを作ると、親機や機器がこの拠点に測定値を送れるようになります。</p>
      {newKey}
    </>
  ),
})

type Props = {
  readonly status: IngestStatus
  /** The button that makes a key. */
  readonly newKey: ReactNode
}

/** The keys and connections of a site: when each sent last, how much, and what of it was refused why. */
export const SendersPanel = ({ status: { officeId, keys, today }, newKey }: Props) => {
  const isCompact = useMedia('(width < 1300px)')
  const columns = useMemo(() => (isCompact ? compactColumns : wideColumns)(officeId), [isCompact, officeId])
  if (keys.length === 0)
    return (
      <SectionPanel title="受信キーごと">
        <EmptyState empty={none(newKey)} filtered={false} onClear={() => undefined} />
      </SectionPanel>
    )
  const rate = keys.filter(({ trial }) => !trial).reduce((sum, { perMinute }) => sum + rateOf(perMinute), 0)
  return (
    <SectionPanel
      title="受信キーごと"
      hint={`${keys.length}個・1分に${rateInWords(rate)}件・きょう 断った測定値 ${today.rejected.toLocaleString('ja-JP')}件`}
      aside={
        <div className={styles['ways']}>
          <Link to={screens.firstSteps.path} search={{ OfficeId: officeId }}>
            キーの期限
          </Link>
          {newKey}
        </div>
      }
    >
      <StatusRows label="受信キーごとの受信" columns={columns} rows={keys} keyOf={({ id }) => id} pageSize={20} />
    </SectionPanel>
  )
}
