import DesktopOutlined from '@ant-design/icons/DesktopOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import type { WallboardLinkRow } from '@mimamori/contract/wallboard'
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
import { useOpener } from '../kit/use-opener.ts'
import { Ago } from '../marks/ago.tsx'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { writeSearch } from '../platform/search-text.ts'
import { useNarrow } from '../platform/use-media.ts'
import { KeyState } from './key-state.tsx'
import styles from './key-panel.module.css'
import { MadeLinkDialog, type MadeLink } from './made-link-dialog.tsx'
import { MakeLinkDialog } from './make-link-dialog.tsx'

/** More links than one site ever had. */
const allLinks = 1_000

const columns: readonly Column<WallboardLinkRow, never>[] = [
  { key: 'name', title: labels.wallboardLink.name, render: (row) => row.name },
  { key: 'createdBy', title: labels.wallboardLink.createdBy, render: (row) => row.createdBy },
  { key: 'createdAt', title: labels.wallboardLink.createdAt, render: (row) => <Ago at={row.createdAt} /> },
  {
    key: 'lastUsedAt',
    title: labels.wallboardLink.lastUsedAt,
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className={styles['unused']}>まだ表示していません</span> : <Ago at={lastUsedAt} />,
  },
  { key: 'state', title: '状態', render: ({ revokedAt, revokedBy }) => <KeyState revokedAt={revokedAt} by={revokedBy} /> },
]

const empty = {
  filtered: '',
  none: 'まだリンクがありません',
  wayOut: '「リンクを作る」から作ると、ログインしていない画面にこの拠点のボードを出せます。',
}

/** The links by which screens show a site's board without anybody signed in: made, watched and taken back. */
export const WallboardLinks = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const id = useId()
  const dialog = useOpener()
  const [made, setMade] = useState<MadeLink>()
  const list = useHeldList<object>(allLinks)
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
  const revoke = async (link: WallboardLinkRow) => {
    const body = `「${link.name}」を止めます。このリンクで表示している画面は、すぐに止まります。\n止めたリンクは、元に戻せません。`
    if (!(await confirm({ body, verb: '止める' }))) return
    try {
      await call(endpoints.wallboardLink.revoke, { params: { id: officeId, linkId: link.id } })
      notify.success(message('linkRevoked', { name: link.name }))
    } catch (error) {
      void showFailure(error)
    }
    await refresh()
  }
  const actions = (row: WallboardLinkRow) =>
    row.revokedAt === null && (
      <Button size="small" aria-label={`${row.name}を止める`} onClick={() => void revoke(row)}>
        止める
      </Button>
    )

  const frame = { label: `${officeName}の現場ボードのリンク`, rowKey: (row: WallboardLinkRow) => row.id, list, result, empty }
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']}>
          <div className={styles['names']}>
            <h2 id={id} className={styles['title']}>
              現場ボードのリンク
            </h2>
            <p className={styles['note']}>
              事務所の画面に、暑さと助けが要る人を出すためのリンクです。ログインは要りません。見えるのは姓と場所までで、年齢や測定値は出ません。
            </p>
          </div>
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
          <MakeLinkDialog officeId={officeId} onMade={take} onClose={close} />
        ) : (
          <MadeLinkDialog made={made} officeId={officeId} onClose={close} />
        ))}
    </section>
  )
}
