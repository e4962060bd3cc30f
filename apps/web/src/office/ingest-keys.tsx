import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import type { IngestKeyRow } from '@mimamori/contract/ingest-key'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { DataTable, type Column } from '../kit/data-table.tsx'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { RowActions } from '../kit/row-actions.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useNarrow } from '../platform/use-media.ts'
import { useOpener } from '../kit/use-opener.ts'
import { Ago } from '../marks/ago.tsx'
import styles from '../organisation/key-panel.module.css'
import { KeyState } from '../organisation/key-state.tsx'
import { Id } from '../organisation/person-cells.tsx'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import type { MadeKey } from './key-examples.ts'
import { MakeKeyDialog } from './make-key-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** More keys than one site ever had. */
const allKeys = 1_000

const columns: readonly Column<IngestKeyRow, never>[] = [
  { key: 'name', title: labels.ingestKey.name, render: (row) => row.name },
  { key: 'id', title: 'キーのID', render: (row) => <Id>{row.id}</Id> },
  { key: 'createdAt', title: labels.ingestKey.createdAt, render: (row) => <Ago at={row.createdAt} /> },
  {
    key: 'lastUsedAt',
    title: labels.ingestKey.lastUsedAt,
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className={styles['unused']}>まだ使われていません</span> : <Ago at={lastUsedAt} />,
  },
  { key: 'state', title: '状態', render: ({ revokedAt }) => <KeyState revokedAt={revokedAt} /> },
]

const empty = {
  filtered: '',
  none: 'まだ受信キーがありません',
  wayOut: '「受信キーを作る」から作ると、機器がこの拠点に送れるようになります。',
}

/** The keys by which a site's gateways and devices sign in: made, watched and taken back. */
export const IngestKeys = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const id = useId()
  const dialog = useOpener()
  const [made, setMade] = useState<MadeKey>()
  const list = useHeldList<object>(allKeys)
  const result = useQuery(queryOf(endpoints.ingestKey.list, { params: { id: officeId } }))
  const refresh = () => queryClient.invalidateQueries({ queryKey: [endpoints.ingestKey.list.path] })

  const take = (key: MadeKey) => {
    setMade(key)
    void refresh()
  }
  const close = () => {
    setMade(undefined)
    dialog.close()
  }
  const revoke = async (key: IngestKeyRow) => {
    const used = key.lastUsedAt === null ? 'まだ使われていないキーです。' : 'このキーで送っている機器のデータは、すぐに届かなくなります。'
    const body = `「${key.name}」を止めます。${used}\n止めたキーは、元に戻せません。これまでの測定値とアラートの記録は残ります。`
    if (!(await confirm({ body, verb: '止める' }))) return
    try {
      await call(endpoints.ingestKey.revoke, { params: { id: officeId, keyId: key.id } })
      notify.success(message('keyRevoked', { name: key.name }))
    } catch (error) {
      void showFailure(error)
    }
    await refresh()
  }
  const actions = (row: IngestKeyRow) =>
    row.revokedAt === null && (
      <Button size="small" aria-label={`${row.name}を止める`} onClick={() => void revoke(row)}>
        止める
      </Button>
    )

  const frame = { label: `${officeName}の受信キー`, rowKey: (row: IngestKeyRow) => row.id, list, result, empty }
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']}>
          <div className={styles['names']}>
            <h2 id={id} className={styles['title']}>
              受信キー
            </h2>
            <p className={styles['note']}>
              機器や親機がこの拠点にデータを送るときの鍵です。送る場所ごとに分けておくと、1つだけ止められます。
            </p>
          </div>
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
            受信キーを作る
          </Button>
        </header>
        {useNarrow() ? (
          <RecordCards {...frame} columns={columns} actions={actions} />
        ) : (
          <DataTable
            {...frame}
            rowHeight={38}
            columns={[
              ...columns,
              {
                key: 'actions',
                title: <span className="visually-hidden">操作</span>,
                align: 'right',
                render: (row) => <RowActions>{actions(row)}</RowActions>,
              },
            ]}
          />
        )}
      </Panel>
      {dialog.isOpen &&
        (made === undefined ? (
          <MakeKeyDialog officeId={officeId} onMade={take} onClose={close} />
        ) : (
          <SecretDialog made={made} officeId={officeId} onClose={close} />
        ))}
    </section>
  )
}
