import DesktopOutlined from '@ant-design/icons/DesktopOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { writeSearch } from '../../platform/search-text.ts'
import { MadeLinkDialog } from './made-link-dialog.tsx'
import { type LinkWords, OfficeLinkPanel } from './office-link-panel.tsx'

const words: LinkWords = {
  title: '現場ボードのリンク',
  note: '事務所の画面に、暑さと助けが要る人を出すためのリンクです。ログインは要りません。見えるのは姓と場所までで、年齢や測定値は出ません。',
  empty: 'まだリンクがありません。「リンクを作る」から作ると、ログインしていない画面にこの拠点のボードを出せます。',
  lastUsed: labels.wallboardLink.lastUsedAt,
  unused: 'まだ表示していません',
  stopping: 'このリンクで表示している画面は、すぐに止まります。',
  placeholder: '例 事務所のテレビ',
  nameHint: '100文字まで。どの画面で使うかが分かる名前',
  endNote: '期限が過ぎると、画面は止まります。',
}

/** The links by which screens show a site's board without anybody signed in. */
export const WallboardLinks = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => (
  <OfficeLinkPanel
    id="wallboard-link"
    officeName={officeName}
    words={words}
    result={useQuery(queryOf(endpoints.wallboardLink.list, { params: { id: officeId } }))}
    create={(body) => call(endpoints.wallboardLink.create, { params: { id: officeId }, body })}
    revoke={(linkId) => call(endpoints.wallboardLink.revoke, { params: { id: officeId, linkId } })}
    refresh={() => queryClient.invalidateQueries({ queryKey: [endpoints.wallboardLink.list.path] })}
    renderMade={(made, close) => <MadeLinkDialog made={made} officeId={officeId} onClose={close} />}
    button={
      <Button
        icon={<DesktopOutlined aria-hidden="true" />}
        href={`${screens.wallboard.path}${writeSearch({ OfficeId: officeId })}`}
        target="_blank"
      >
        ボードを開く
      </Button>
    }
  />
)
