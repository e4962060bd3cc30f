import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { apiToken, type ApiTokenRead, keyReadResultNames } from '@mimamori/contract/api-token'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { SectionPanel } from '../marks/charts/summary-panel.tsx'
import { Id } from '../organisation/accounts/person-cells.tsx'
import { useNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { useNarrow } from '../platform/use-media.ts'
import { timeInWords } from './read-key-words.ts'
import styles from './read-key.module.css'

/** Uses are written once a minute. */
const askAgainMs = 30_000
const rows = 8

const counted = (value: number) => value.toLocaleString('ja-JP')

const columns = (now: number): readonly Column<ApiTokenRead, never>[] => {
  const label = labels.apiToken
  return [
    { key: 'at', title: label.at, render: ({ at }) => <time dateTime={at}>{timeInWords(at, now)}</time> },
    {
      key: 'tokenName',
      title: label.tokenName,
      fixed: 'start',
      render: ({ tokenName }) => <span className={styles['reader']}>{tokenName}</span>,
    },
    {
      key: 'path',
      title: label.path,
      render: ({ path, reads, address }) => (
        <span className={styles['path']}>
          <Id>{path}</Id>
          <span className={styles['second']}>{reads > 1 ? `${address}・${counted(reads)}回` : address}</span>
        </span>
      ),
    },
    { key: 'count', title: label.count, align: 'right', render: ({ count }) => (count === null ? false : counted(count)) },
    {
      key: 'result',
      title: label.result,
      render: ({ result }) => (
        <span className={styles['result']}>
          {result !== 'given' && <CloseCircleOutlined className={styles['refused']} aria-hidden="true" />}
          {keyReadResultNames[result]}
        </span>
      ),
    },
  ]
}

const empty = { filtered: '', none: '30日のあいだ、読み取りはありません', wayOut: 'トークンで読むと、1分ほどでここに出ます。' }

const keyOf = ({ at, tokenId, method, path, address, result }: ApiTokenRead) => [at, tokenId, method, path, address, result].join(' ')

/** The latest reads with tokens, and how many there were today; who makes and stops tokens is on the log. */
export const ReadsPanel = ({ companyId }: { readonly companyId: number | undefined }) => {
  const list = useHeldList<object>(rows)
  const now = useNow(60_000)
  const query = { ...list.query, ...(companyId !== undefined && { companyId }) }
  const result = useQuery({ ...queryOf(apiToken.reads, { query }), refetchInterval: askAgainMs })
  const today = result.data?.today
  const frame = { label: '最近の読み取りの一覧', columns: columns(now), rowKey: keyOf, list, result, empty }
  return (
    <SectionPanel
      title="最近の読み取り"
      {...(today !== undefined && { hint: `今日 ${counted(today.reads)}回・断った ${counted(today.refused)}回` })}
      aside={
        <Link to={screens.auditLog.path} search={{ kind: 'apiToken' }}>
          操作の記録へ
        </Link>
      }
    >
      {useNarrow() ? <RecordCards {...frame} /> : <DataTable {...frame} rowHeight={38} />}
    </SectionPanel>
  )
}
