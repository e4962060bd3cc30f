import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useSearch } from '@tanstack/react-router'
import type { ShapeColumn } from '../kit/import/file-shape.tsx'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { deleteColumn } from '../organisation/account-shape.ts'
import { useAskedPlace } from '../organisation/asked-place.ts'
import { OfficeField } from '../organisation/place-fields.tsx'
import { useImportPlace } from '../organisation/use-import-place.ts'

const { group } = labels
const people = 'ログインIDを ; で区切る'

const columns: readonly ShapeColumn[] = [
  { name: group.groupCode, rule: '空なら自動で決まります' },
  { name: group.groupName, rule: '必須・100文字まで' },
  { name: group.leaderId, rule: people },
  { name: group.listSubleader, rule: people },
  { name: group.listMember, rule: people },
  { name: group.listEmailAlert, rule: 'アドレスを ; で区切る' },
  { name: group.metabolicClass, rule: '空なら拠点の設定' },
  { name: group.acclimatised, rule: '空なら拠点の設定' },
  { name: group.clothing, rule: '空なら拠点の設定' },
  deleteColumn,
]

const GroupImport = ({ asked }: { readonly asked: NonNullable<ReturnType<typeof useAskedPlace>> }) => {
  const { form, officeId, missing } = useImportPlace(asked)
  return (
    <ImportScreen
      name="グループ"
      listPath="/group/list"
      place={<OfficeField form={form} />}
      columns={columns}
      template={{ endpoint: endpoints.group.template, input: {}, fileName: 'グループ_見本.csv' }}
      target={officeId === undefined ? undefined : { endpoint: endpoints.group.import, params: { officeId }, fields: { officeId } }}
      missing={missing('officeId')}
    />
  )
}

/** /group/inputfile?OfficeCode= */
export const GroupImportScreen = () => {
  const asked = useAskedPlace(useSearch({ strict: false }))
  return asked === undefined ? <LoadingOverlay /> : <GroupImport asked={asked} />
}
