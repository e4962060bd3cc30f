import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { IngestKeyDraft, type IngestKeyRow } from '@mimamori/contract/ingest-key'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column } from '../kit/data-table.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useOpener, useOpenerOf } from '../kit/use-opener.ts'
import { Ago } from '../marks/ago.tsx'
import styles from '../organisation/access-keys/key-state.module.css'
import { KeyEnd } from '../organisation/access-keys/key-end.tsx'
import { KeyEndField, keyEndFaults } from '../organisation/access-keys/key-end-field.tsx'
import { KeyPanel } from '../organisation/access-keys/key-panel.tsx'
import { KeyState } from '../organisation/access-keys/key-state.tsx'
import { DraftDialog } from '../organisation/panels/draft-dialog.tsx'
import { Id, TwoLines } from '../organisation/accounts/person-cells.tsx'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { KeyEndDialog, keyEndNote } from './key-end-dialog.tsx'
import type { MadeKey } from './key-examples.ts'
import { SecretDialog } from './secret-dialog.tsx'

const columns: readonly Column<IngestKeyRow, never>[] = [
  {
    key: 'name',
    title: `${labels.ingestKey.name}・${labels.ingestKey.keyId}`,
    render: ({ name, id }) => <TwoLines first={name} second={<Id>{id}</Id>} />,
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

const caution = ({ name, lastUsedAt }: IngestKeyRow) => {
  const used = lastUsedAt === null ? 'まだ使われていないキーです。' : 'このキーで送っている機器のデータは、すぐに届かなくなります。'
  return `「${name}」を止めます。${used}\n止めたキーは、元に戻せません。これまでの測定値とアラートの記録は残ります。`
}

/** The keys by which a site's gateways and devices sign in: made, watched and taken back. */
export const IngestKeys = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const dialog = useOpener()
  const [made, setMade] = useState<MadeKey>()
  const ending = useOpenerOf<IngestKeyRow>()
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
  return (
    <KeyPanel
      title="受信キー"
      note="機器や親機がこの拠点にデータを送るときの鍵です。送る場所ごとに分けておくと、1つだけ止められます。"
      label={`${officeName}の受信キー`}
      columns={columns}
      empty={empty}
      counter="個"
      result={result}
      caution={caution}
      stopped={({ name }) => message('keyRevoked', { name })}
      renderFurther={(row) => (
        <Button size="small" aria-label={`${row.name}の期限を変える`} onClick={(event) => ending.open(event, row)}>
          期限を変える
        </Button>
      )}
      stop={({ id }) => call(endpoints.ingestKey.revoke, { params: { id: officeId, keyId: id } })}
      refresh={refresh}
      buttons={
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
          受信キーを作る
        </Button>
      }
    >
      {dialog.isOpen &&
        (made === undefined ? (
          <DraftDialog
            id="ingest-key"
            resource="ingestKey"
            schema={IngestKeyDraft}
            initial={{ name: '', endsOn: null }}
            title="受信キーを作る"
            verb="作る"
            save={async (body) => take(await call(endpoints.ingestKey.create, { params: { id: officeId }, body }))}
            faultsOf={keyEndFaults}
            onClose={close}
          >
            {(form) => (
              <>
                <TextField form={form} name="name" placeholder="例 東ゲートの親機" hint="100文字まで。どこから送るかが分かる名前" />
                <KeyEndField form={form} note={keyEndNote} />
              </>
            )}
          </DraftDialog>
        ) : (
          <SecretDialog made={made} officeId={officeId} onClose={close} />
        ))}
      {ending.about !== undefined && <KeyEndDialog row={ending.about} officeId={officeId} refresh={refresh} onClose={ending.close} />}
    </KeyPanel>
  )
}
