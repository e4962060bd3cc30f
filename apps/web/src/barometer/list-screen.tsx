import { barometerSortKeys, type Barometer } from '@mimamori/contract/barometer'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DownloadButton } from '../kit/download-button.tsx'
import { TypingFilter } from '../kit/filter-fields.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { removalWords } from '../organisation/device-ties.ts'
import { MoveButton } from '../organisation/move-dialog.tsx'
import { OfficeFilter } from '../organisation/place-filters.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { barometerColumns } from './columns.tsx'

const spec = { filters: z.object({ officeId: wireInteger(1), serialNumber: z.string() }), sortKeys: barometerSortKeys, pageSize: 100 }
const { list: listEndpoint, update, remove, download } = endpoints.barometer

const Actions = ({ row }: { readonly row: Barometer }) => {
  const ties = { links: row.countDevice === 0 ? [] : [`端末${row.countDevice}台`], onMap: row.mapId !== null }
  return (
    <>
      <EditLink to={`/ReferenceBarometer/edit/${row.id}`} search={{ OfficeId: row.officeId }} name={row.id} />
      <MoveButton
        name={row.id}
        place={row}
        ties={ties}
        move={(to) => call(update, { body: { ...to, id: row.id, version: row.version } })}
        listPaths={[listEndpoint.path, endpoints.device.list.path]}
      />
      <RemoveButton
        name={row.id}
        consequence={removalWords(ties)}
        listPath={listEndpoint.path}
        remove={() => call(remove, { params: { id: row.id }, query: { officeId: row.officeId } })}
      />
    </>
  )
}

/** /ReferenceBarometer: the barometers against which heights are measured, of a site or of all sites in reach. */
export const BarometerListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const { filters, setFilters } = list
  const result = useQuery({ ...queryOf(listEndpoint, { query: list.query }), refetchInterval: 60_000 })
  const officeId = viewer.officeId ?? filters.officeId
  return (
    <ResourceList
      title="気圧基準器"
      counter="台"
      columns={barometerColumns(viewer, officeId)}
      rowKey={(row) => `${row.officeId} ${row.id}`}
      rowHeight={51}
      list={list}
      result={result}
      refresh="最新の情報に更新"
      empty={{ filtered: '該当する気圧基準器はありません', none: 'まだ気圧基準器がありません', wayOut: '「気圧基準器を追加」か「ファイル取込」から登録してください。' }}
      actions={
        <>
          <DownloadButton endpoint={download} input={{ query: { officeId } }} fileName="気圧基準器.csv" />
          <ImportLink to="/ReferenceBarometer/inputfile" search={{ OfficeId: officeId }} />
          <CreateLink to="/ReferenceBarometer/new" search={{ OfficeId: officeId }}>
            気圧基準器を追加
          </CreateLink>
        </>
      }
      filters={
        <>
          <OfficeFilter value={filters.officeId} onChange={(chosen) => setFilters({ officeId: chosen })} />
          <TypingFilter label={labels.barometer.id} value={filters.serialNumber} onChange={(serialNumber) => setFilters({ serialNumber })} />
        </>
      }
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
