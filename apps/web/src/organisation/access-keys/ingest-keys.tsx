import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import type { IngestKeyRow } from '@mimamori/contract/ingest-key'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Column } from '../../kit/data-table.tsx'
import { useOpener, useOpenerOf } from '../../kit/use-opener.ts'
import { Ago } from '../../marks/ago.tsx'
import styles from './key-state.module.css'
import { KeyEnd } from './key-end.tsx'
import { KeyPanel } from './key-panel.tsx'
import { KeyState } from './key-state.tsx'
import { Id, TwoLines } from '../accounts/person-cells.tsx'
import { call } from '../../platform/api.ts'
import { queryOf } from '../../platform/query.ts'
import { KeyEndDialog } from './key-end-dialog.tsx'
import { LampDialog } from './lamp-dialog.tsx'
import { NewKeyDialog, refreshKeys } from './new-key-dialog.tsx'
import { stopCaution } from './stop-caution.ts'
import { TrialTag } from './trial-tag.tsx'

const columns: readonly Column<IngestKeyRow, never>[] = [
  {
    key: 'name',
    title: `${labels.ingestKey.name}・${labels.ingestKey.keyId}`,
    render: ({ name, id, trial }) => (
      <TwoLines
        first={
          <>
            {name}
            {trial && <TrialTag />}
          </>
        }
        second={<Id>{id}</Id>}
      />
    ),
  },
  {
    key: 'lastUsedAt',
    title: labels.ingestKey.lastUsedAt,
    render: ({ lastUsedAt, createdAt }) => (
      <TwoLines
        first={lastUsedAt === null ? <span className={styles['unused']}>まだ使われていません</span> : <Ago at={lastUsedAt} />}
        second={
          <>
            作成 <Ago at={createdAt} />
          </>
        }
      />
    ),
  },
  { key: 'endsOn', title: labels.ingestKey.endsOn, render: ({ endsOn }) => <KeyEnd endsOn={endsOn} /> },
  { key: 'state', title: '状態', render: ({ revokedAt, endsOn }) => <KeyState revokedAt={revokedAt} endsOn={endsOn} /> },
]

const empty = 'まだ受信キーがありません。「受信キーを作る」から作ると、機器がこの拠点に送れるようになります。'

/** The keys by which a site's gateways and devices sign in: made, watched and taken back. */
export const IngestKeys = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const dialog = useOpener()
  const ending = useOpenerOf<IngestKeyRow>()
  const lamp = useOpenerOf<IngestKeyRow>()
  const result = useQuery(queryOf(endpoints.ingestKey.list, { params: { id: officeId } }))
  return (
    <KeyPanel
      title="受信キー"
      note="機器や親機がこの拠点にデータを送るときの鍵です。送る場所ごとに分けておくと、1つだけ止められます。"
      label={`${officeName}の受信キー`}
      columns={columns}
      empty={empty}
      counter="個"
      result={result}
      caution={({ name, lastUsedAt }) => stopCaution(name, lastUsedAt !== null)}
      stopped={({ name }) => message('keyRevoked', { name })}
      renderFurther={(row) => (
        <>
          {!row.trial && (
            <Button size="small" aria-label={`${row.name}で警告灯につなぐ`} onClick={(event) => lamp.open(event, row)}>
              警告灯につなぐ
            </Button>
          )}
          <Button size="small" aria-label={`${row.name}の期限を変える`} onClick={(event) => ending.open(event, row)}>
            期限を変える
          </Button>
        </>
      )}
      stop={({ id }) => call(endpoints.ingestKey.revoke, { params: { id: officeId, keyId: id } })}
      refresh={refreshKeys}
      buttons={
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
          受信キーを作る
        </Button>
      }
    >
      {dialog.isOpen && <NewKeyDialog officeId={officeId} onClose={dialog.close} />}
      {lamp.about !== undefined && <LampDialog row={lamp.about} onClose={lamp.close} />}
      {ending.about !== undefined && <KeyEndDialog row={ending.about} officeId={officeId} refresh={refreshKeys} onClose={ending.close} />}
    </KeyPanel>
  )
}
