import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { type MadeOfficeLink, OfficeLinkDraft, type OfficeLinkRow } from '@mimamori/contract/office-link'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column } from '../../kit/data-table.tsx'
import { TextField } from '../../kit/form/text-field.tsx'
import { useOpener } from '../../kit/use-opener.ts'
import { Ago } from '../../marks/ago.tsx'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { TwoLines } from '../accounts/person-cells.tsx'
import { Copied } from '../panels/copied.tsx'
import { DraftDialog } from '../panels/draft-dialog.tsx'
import { ShownOnceDialog } from '../panels/shown-once-dialog.tsx'
import { useShownOnce } from '../panels/shown-once.ts'
import { KeyEnd } from './key-end.tsx'
import { KeyEndField, keyEndFaults } from './key-end-field.tsx'
import { KeyPanel } from './key-panel.tsx'
import { KeyState } from './key-state.tsx'
import styles from './key-state.module.css'

const columns: readonly Column<OfficeLinkRow, never>[] = [
  { key: 'name', title: labels.wallboardLink.name, render: (row) => row.name },
  {
    key: 'createdAt',
    title: labels.wallboardLink.createdAt,
    render: ({ createdAt, createdBy }) => <TwoLines first={<Ago at={createdAt} />} second={createdBy} />,
  },
  {
    key: 'lastUsedAt',
    title: '最後に使った',
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className={styles['unused']}>まだ使っていません</span> : <Ago at={lastUsedAt} />,
  },
  { key: 'endsOn', title: labels.wallboardLink.endsOn, render: ({ endsOn }) => <KeyEnd endsOn={endsOn} /> },
  {
    key: 'state',
    title: '状態',
    render: ({ revokedAt, revokedBy, endsOn }) => <KeyState revokedAt={revokedAt} by={revokedBy} endsOn={endsOn} />,
  },
]

/** The address of a new link, this once. */
const MadeDialog = ({ made, onClose }: { readonly made: MadeOfficeLink; readonly onClose: () => void }) => {
  const body = `「${made.name}」のリンクは、もう一度表示できません。コピーせずに閉じると、リンクを作り直すことになります。`
  const { keep, close } = useShownOnce(() => ({ body, verb: 'コピーせずに閉じる' }), onClose)
  return (
    <ShownOnceDialog
      width={640}
      title={`リンク「${made.name}」を作りました`}
      close={close}
      once={
        <>
          <strong>リンクが表示されるのは、いまだけです。</strong> コピーして、門のタブレットのブラウザーで開いてください。
        </>
      }
    >
      <Copied label="リンク" text={`${location.origin}${screens.gateCheck.path}#${made.secret}`} onCopied={keep} />
    </ShownOnceDialog>
  )
}

/** The links by which a tablet at the gate takes answers of the morning check. */
export const GateLinks = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const dialog = useOpener()
  const [made, setMade] = useState<MadeOfficeLink>()
  const result = useQuery(queryOf(endpoints.morningCheckLink.list, { params: { id: officeId } }))
  const refresh = () => queryClient.invalidateQueries({ queryKey: [endpoints.morningCheckLink.list.path] })
  const close = () => {
    setMade(undefined)
    dialog.close()
  }
  return (
    <KeyPanel
      title="朝礼チェックのリンク（門のタブレット）"
      note="作業者証を読み取った人だけが答えます。ほかの人の名前や前の答えは出ません。毎日10時に終わります。"
      label={`${officeName}の朝礼チェックのリンク`}
      columns={columns}
      empty="まだリンクがありません。「リンクを作る」から作ると、門のタブレットで作業者が答えられます。"
      counter="件"
      result={result}
      caution={({ name }) => `「${name}」を止めます。このリンクのタブレットでは、答えられなくなります。\n止めたリンクは、元に戻せません。`}
      stopped={({ name }) => message('linkRevoked', { name })}
      stop={({ id }) => call(endpoints.morningCheckLink.revoke, { params: { id: officeId, linkId: id } })}
      refresh={refresh}
      buttons={
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open} aria-label="朝礼チェックのリンクを作る">
          リンクを作る
        </Button>
      }
    >
      {dialog.isOpen &&
        (made === undefined ? (
          <DraftDialog
            id="gate-link"
            resource="wallboardLink"
            schema={OfficeLinkDraft}
            initial={{ name: '', endsOn: null }}
            title="朝礼チェックのリンクを作る"
            verb="作る"
            save={async (body) => {
              setMade(await call(endpoints.morningCheckLink.create, { params: { id: officeId }, body }))
              void refresh()
            }}
            faultsOf={keyEndFaults}
            onClose={close}
          >
            {(form) => (
              <>
                <TextField form={form} name="name" placeholder="例 正門のタブレット" hint="100文字まで。どこで使うかが分かる名前" />
                <KeyEndField form={form} note="期限が過ぎると、答えられなくなります。" />
              </>
            )}
          </DraftDialog>
        ) : (
          <MadeDialog made={made} onClose={close} />
        ))}
    </KeyPanel>
  )
}
