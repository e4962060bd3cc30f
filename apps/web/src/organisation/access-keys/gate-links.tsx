import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { type LinkWords, OfficeLinkPanel } from './office-link-panel.tsx'
import { ShownLinkDialog } from './shown-link-dialog.tsx'

const words: LinkWords = {
  title: '朝礼チェックのリンク',
  heading: '朝礼チェックのリンク（門のタブレット）',
  note: '作業者証を読み取った人だけが答えます。ほかの人の名前や前の答えは出ません。毎日10時に終わります。',
  empty: 'まだリンクがありません。「リンクを作る」から作ると、門のタブレットで作業者が答えられます。',
  lastUsed: '最後に使った日時',
  unused: 'まだ使っていません',
  stopping: 'このリンクのタブレットでは、答えられなくなります。',
  placeholder: '例 正門のタブレット',
  nameHint: '100文字まで。どこで使うかが分かる名前',
  endNote: '期限が過ぎると、答えられなくなります。',
}

/** The links by which a tablet at the gate takes answers of the morning check. */
export const GateLinks = ({ officeId, officeName }: { readonly officeId: number; readonly officeName: string }) => (
  <OfficeLinkPanel
    id="gate-link"
    officeName={officeName}
    words={words}
    result={useQuery(queryOf(endpoints.morningCheckLink.list, { params: { id: officeId } }))}
    create={(body) => call(endpoints.morningCheckLink.create, { params: { id: officeId }, body })}
    revoke={(linkId) => call(endpoints.morningCheckLink.revoke, { params: { id: officeId, linkId } })}
    refresh={() => queryClient.invalidateQueries({ queryKey: [endpoints.morningCheckLink.list.path] })}
    renderMade={(made, close) => (
      <ShownLinkDialog
        made={made}
        address={`${location.origin}${screens.gateCheck.path}#${made.secret}`}
        use="コピーして、門のタブレットのブラウザーで開いてください。"
        onClose={close}
      />
    )}
  />
)
