import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import type { OfficeLinkRow } from '@mimamori/contract/office-link'
import { type MadePosterLink, posterCode, PosterLinkDraft } from '@mimamori/contract/poster-link'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column } from '../../kit/data-table.tsx'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { TextField } from '../../kit/form/text-field.tsx'
import { useOpener } from '../../kit/use-opener.ts'
import { Ago } from '../../marks/ago.tsx'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { TwoLines } from '../accounts/person-cells.tsx'
import { DraftDialog } from '../panels/draft-dialog.tsx'
import { KeyPanel } from './key-panel.tsx'
import { KeyState } from './key-state.tsx'
import styles from './key-state.module.css'
import { MadePosterDialog } from './made-poster-dialog.tsx'

const columns: readonly Column<OfficeLinkRow, never>[] = [
  { key: 'name', title: labels.posterLink.name, render: (row) => row.name },
  { key: 'code', title: '番号', render: ({ id }) => posterCode(id) },
  {
    key: 'createdAt',
    title: labels.posterLink.createdAt,
    render: ({ createdAt, createdBy }) => <TwoLines first={<Ago at={createdAt} />} second={createdBy} />,
  },
  {
    key: 'lastUsedAt',
    title: labels.posterLink.lastUsedAt,
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className={styles['unused']}>まだ開かれていません</span> : <Ago at={lastUsedAt} />,
  },
  {
    key: 'state',
    title: '状態',
    render: ({ revokedAt, revokedBy }) => <KeyState revokedAt={revokedAt} by={revokedBy} endsOn={null} />,
  },
]

const empty = 'まだ掲示がありません。「掲示を作る」で場所を決めると、QRコードの入った掲示を印刷できます。'

const renewWords = ({ name }: OfficeLinkRow) =>
  `「${name}」のリンクを作り直します。いま貼ってある掲示のQRコードは使えなくなります。新しい掲示を印刷して、貼り替えてください。`

/** The posters of a site: made for a place, renewed and taken back. Anybody reports somebody unwell by the QR code on one. */
export const PosterLinks = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => {
  const dialog = useOpener()
  const [made, setMade] = useState<MadePosterLink>()
  const result = useQuery(queryOf(endpoints.posterLink.list, { params: { id: officeId } }))
  const refresh = () => queryClient.invalidateQueries({ queryKey: [endpoints.posterLink.list.path] })
  const take = (link: MadePosterLink) => {
    setMade(link)
    void refresh()
  }
  const renew = async (row: OfficeLinkRow) => {
    if (!(await confirm({ body: renewWords(row), verb: '作り直す' }))) return
    try {
      take(await call(endpoints.posterLink.renew, { params: { id: officeId, linkId: row.id } }))
    } catch (error) {
      void showFailure(error)
      await refresh()
    }
  }
  const close = () => {
    setMade(undefined)
    dialog.close()
  }
  return (
    <KeyPanel
      title="現場の掲示"
      note="具合の悪い人を見た人が、掲示のQRコードから、ログインせずに知らせるためのものです。開いた人に見えるのは、拠点の名前・場所・電話番号・住所だけです。"
      label={`${officeName}の掲示`}
      columns={columns}
      empty={empty}
      counter="件"
      result={result}
      caution={({ name }) =>
        `「${name}」の掲示を止めます。貼ってある掲示からは、知らせられなくなります。掲示をはがしてください。\n止めた掲示は、元に戻せません。`
      }
      stopped={({ name }) => message('linkRevoked', { name })}
      renderFurther={(row) => (
        <Button size="small" aria-label={`${row.name}を作り直す`} onClick={() => void renew(row)}>
          作り直す
        </Button>
      )}
      stop={({ id }) => call(endpoints.posterLink.revoke, { params: { id: officeId, linkId: id } })}
      refresh={refresh}
      buttons={
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
          掲示を作る
        </Button>
      }
    >
      {made !== undefined && <MadePosterDialog made={made} officeId={officeId} onClose={close} />}
      {dialog.isOpen && made === undefined && (
        <DraftDialog
          id="poster-link"
          resource="posterLink"
          schema={PosterLinkDraft}
          initial={{ name: '' }}
          title="掲示を作る"
          verb="作る"
          save={async (body) => take(await call(endpoints.posterLink.create, { params: { id: officeId }, body }))}
          onClose={close}
        >
          {(form) => (
            <TextField
              form={form}
              name="name"
              placeholder="例 東側 外部足場 2段目　昇降口"
              hint="貼る場所。掲示に印刷され、知らせが来たときに出ます。1か所に1枚です。"
            />
          )}
        </DraftDialog>
      )}
    </KeyPanel>
  )
}
