import { endpoints } from '@mimamori/contract/endpoints'
import type { IngestRefusal, IngestStatus } from '@mimamori/contract/ingest-status'
import { deviceKindNames } from '@mimamori/contract/kbn'
import type { Column } from '../kit/data-table.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { useNow } from '../platform/clock.ts'
import styles from './status.module.css'
import { StatusRows } from './status-rows.tsx'
import { clockToSecond, shortReason } from './words.ts'

const At = ({ at }: { readonly at: string }) => <time dateTime={at}>{clockToSecond(at, useNow(60_000))}</time>

const sentInWords = ({ field, value }: IngestRefusal): string => (value === null ? `${field}` : `${field}: ${value}`)

const columns: readonly Column<IngestRefusal, never>[] = [
  { key: 'at', title: '最後の時刻', render: ({ at }) => <At at={at} /> },
  {
    key: 'device',
    title: '機器',
    unit: '・受信キー',
    fixed: 'start',
    render: ({ device, kind, keyName }) => (
      <div className={styles['two']}>
        <p className={styles['first']}>
          {device === null ? <span className={styles['none']}>機器が分かりません</span> : <span className="id">{device}</span>}
        </p>
        <p className={styles['second']}>
          {kind !== null && `${deviceKindNames[kind]}・`}
          {keyName}
        </p>
      </div>
    ),
  },
  {
    key: 'reason',
    title: '理由',
    unit: '・送られた項目',
    render: (refusal) => (
      <div className={styles['reason']}>
        <p className={styles['first']}>{shortReason(refusal.reason)}</p>
        {refusal.field !== null && <p className={styles['sent']}>{sentInWords(refusal)}</p>}
      </div>
    ),
  },
  {
    key: 'count',
    title: '件数',
    align: 'right',
    render: ({ count }) => (
      <>
        <span className={count > 1 ? styles['figure'] : undefined}>{count.toLocaleString('ja-JP')}</span>
        <span className={styles['unit']}>件</span>
      </>
    ),
  },
]

const keyOf = ({ keyId, kind, device, field, reason, since }: IngestRefusal) =>
  JSON.stringify([keyId, kind, device, field, reason, since.slice(0, 10)])

/** What was refused, one line a device and reason, the newest first. */
export const RefusalsPanel = ({ status: { officeId, refusals } }: { readonly status: IngestStatus }) => (
  <SectionPanel
    title="断った測定値"
    hint="同じ機器・同じ理由は1行にまとめます"
    aside={
      <DownloadButton
        label="CSV"
        size="small"
        endpoint={endpoints.ingestStatus.download}
        input={{ query: { officeId } }}
        fileName="断った測定値.csv"
        disabled={refusals.length === 0}
      />
    }
  >
    {refusals.length === 0 ? (
      <Nothing>断った測定値はありません。</Nothing>
    ) : (
      <StatusRows label="断った測定値の一覧" columns={columns} rows={refusals} keyOf={keyOf} pageSize={10} />
    )}
  </SectionPanel>
)
