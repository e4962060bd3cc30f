import { endpoints } from '@mimamori/contract/endpoints'
import { heatWatcherSortKeys, type HeatWatcher } from '@mimamori/contract/heat-watcher'
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
import { linksTo, removalWords } from '../organisation/device-ties.ts'
import { MoveButton } from '../organisation/move-dialog.tsx'
import { OfficeFilter } from '../organisation/place-filters.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { watcherColumns } from './columns.tsx'

const spec = { filters: z.object({ officeId: wireInteger(1), serialNumber: z.string() }), sortKeys: heatWatcherSortKeys, pageSize: 100 }
const { list: listEndpoint, update, remove, download } = endpoints.heatWatcher

const Actions = ({ row }: { readonly row: HeatWatcher }) => {
  const ties = { links: linksTo('親機・子機', row.gatewayIDs), onMap: row.mapId !== null }
  return (
    <>
      <EditLink to={`/heat-index-watcher/edit/${row.serialNumber}`} search={{ OfficeId: row.officeId }} name={row.serialNumber} />
      <MoveButton
        name={row.serialNumber}
        place={row}
        ties={ties}
        move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, version: row.version } })}
        listPaths={[listEndpoint.path, endpoints.gateway.list.path]}
      />
      <RemoveButton
        name={row.serialNumber}
        consequence={removalWords(ties)}
        listPath={listEndpoint.path}
        remove={() => call(remove, { params: { id: row.serialNumber }, query: { officeId: row.officeId } })}
      />
    </>
  )
}

/** /heat-index-watcher/list: the heat-index watchers of a site or of all sites in reach. */
export const HeatWatcherListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const { filters, setFilters } = list
  const result = useQuery({ ...queryOf(listEndpoint, { query: list.query }), refetchInterval: 60_000 })
  const officeId = viewer.officeId ?? filters.officeId
  return (
    <ResourceList
      title="暑さ指数計"
      counter="台"
      columns={watcherColumns(viewer, officeId)}
      rowKey={(row) => `${row.officeId} ${row.serialNumber}`}
      rowHeight={51}
      list={list}
      result={result}
      refresh="最新の情報に更新"
      empty={{ filtered: '該当する暑さ指数計はありません', none: 'まだ暑さ指数計がありません', wayOut: '「暑さ指数計を追加」か「ファイル取込」から登録してください。' }}
      actions={
        <>
          <DownloadButton endpoint={download} input={{ query: { officeId } }} fileName="暑さ指数計.csv" />
          <ImportLink to="/heat-index-watcher/inputfile" search={{ OfficeId: officeId }} />
          <CreateLink to="/heat-index-watcher/create/new" search={{ OfficeId: officeId }}>
            暑さ指数計を追加
          </CreateLink>
        </>
      }
      filters={
        <>
          <OfficeFilter value={filters.officeId} onChange={(chosen) => setFilters({ officeId: chosen })} />
          <TypingFilter label={labels.heatWatcher.serialNumber} value={filters.serialNumber} onChange={(serialNumber) => setFilters({ serialNumber })} />
        </>
      }
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
