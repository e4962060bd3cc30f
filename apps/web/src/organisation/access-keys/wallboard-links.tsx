import DesktopOutlined from '@ant-design/icons/DesktopOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { OfficeLinkDraft, type OfficeLinkRow } from '@mimamori/contract/office-link'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column } from '../../kit/data-table.tsx'
import { useOpener } from '../../kit/use-opener.ts'
import { Ago } from '../../marks/ago.tsx'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { writeSearch } from '../../platform/search-text.ts'
import { KeyEnd } from './key-end.tsx'
import { KeyEndField, keyEndFaults } from './key-end-field.tsx'
import { KeyPanel } from './key-panel.tsx'
import { KeyState } from './key-state.tsx'
import styles from './key-state.module.css'
import { MadeLinkDialog, type MadeLink } from './made-link-dialog.tsx'
import { TwoLines } from '../accounts/person-cells.tsx'
import { TextField } from '../../kit/form/text-field.tsx'
import { DraftDialog } from '../panels/draft-dialog.tsx'

const columns: readonly Column<OfficeLinkRow, never>[] = [
  { key: 'name', title: labels.wallboardLink.name, render: (row) => row.name },
  {
    key: 'createdAt',
    title: labels.wallboardLink.createdAt,
    render: ({ createdAt, createdBy }) => <TwoLines first={<Ago at={createdAt} />} second={createdBy} />,
  },
  {
    key: 'lastUsedAt',
    title: labels.wallboardLink.lastUsedAt,
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className={styles['unused']}>まだ表示していません</span> : <Ago at={lastUsedAt} />,
  },
  { key: 'endsOn', title: labels.wallboardLink.endsOn, render: ({ endsOn }) => <KeyEnd endsOn={endsOn} /> },
  {
    key: 'state',
    title: '状態',
    render: ({ revokedAt, revokedBy, endsOn }) => <KeyState revokedAt={revokedAt} by={revokedBy} endsOn={endsOn} />,
  },
]

const empty = 'まだリンクがありません。「リンクを作る」から作ると、ログインしていない画面にこの拠点のボードを出せます。'

/** The links by which screens show a site's board without anybody signed in: made, watched and taken back. */
export const WallboardLinks = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const dialog = useOpener()
  const [made, setMade] = useState<MadeLink>()
  const result = useQuery(queryOf(endpoints.wallboardLink.list, { params: { id: officeId } }))
  const refresh = () => queryClient.invalidateQueries({ queryKey: [endpoints.wallboardLink.list.path] })
  const take = (link: MadeLink) => {
    setMade(link)
    void refresh()
  }
  const close = () => {
    setMade(undefined)
    dialog.close()
  }
  return (
    <KeyPanel
      title="現場ボードのリンク"
      note="事務所の画面に、暑さと助けが要る人を出すためのリンクです。ログインは要りません。見えるのは姓と場所までで、年齢や測定値は出ません。"
      label={`${officeName}の現場ボードのリンク`}
      columns={columns}
      empty={empty}
      counter="件"
      result={result}
      caution={({ name }) => `「${name}」を止めます。このリンクで表示している画面は、すぐに止まります。\n止めたリンクは、元に戻せません。`}
      stopped={({ name }) => message('linkRevoked', { name })}
      stop={({ id }) => call(endpoints.wallboardLink.revoke, { params: { id: officeId, linkId: id } })}
      refresh={refresh}
      buttons={
        <>
          <Button
            icon={<DesktopOutlined aria-hidden="true" />}
            href={`${screens.wallboard.path}${writeSearch({ OfficeId: officeId })}`}
            target="_blank"
          >
            ボードを開く
          </Button>
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
            リンクを作る
          </Button>
        </>
      }
    >
      {dialog.isOpen &&
        (made === undefined ? (
          <DraftDialog
            id="wallboard-link"
            resource="wallboardLink"
            schema={OfficeLinkDraft}
            initial={{ name: '', endsOn: null }}
            title="現場ボードのリンクを作る"
            verb="作る"
            save={async (body) => take(await call(endpoints.wallboardLink.create, { params: { id: officeId }, body }))}
            faultsOf={keyEndFaults}
            onClose={close}
          >
            {(form) => (
              <>
                <TextField form={form} name="name" placeholder="例 事務所のテレビ" hint="100文字まで。どの画面で使うかが分かる名前" />
                <KeyEndField form={form} note="期限が過ぎると、画面は止まります。" />
              </>
            )}
          </DraftDialog>
        ) : (
          <MadeLinkDialog made={made} officeId={officeId} onClose={close} />
        ))}
    </KeyPanel>
  )
}
