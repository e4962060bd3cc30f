import { endpoints } from '@mimamori/contract/endpoints'
import { gatewaySortKeys, GatewayType, type Gateway } from '@mimamori/contract/gateway'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DownloadButton } from '../kit/download-button.tsx'
import { SelectFilter, TypingFilter } from '../kit/filter-fields.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { linksTo, removalWords } from '../organisation/device-ties.ts'
import { MoveButton } from '../organisation/move-dialog.tsx'
import { OfficeFilter } from '../organisation/place-filters.tsx'
import { usePlaces } from '../organisation/places.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { gatewayColumns } from './columns.tsx'
import { useGatewayTypes } from './use-gateway-types.ts'

const spec = { filters: z.object({ officeId: wireInteger(1), gatewayType: GatewayType, serialNumber: z.string() }), sortKeys: gatewaySortKeys, pageSize: 100 }
const { list: listEndpoint, update, remove, download } = endpoints.gateway

const Actions = ({ row }: { readonly row: Gateway }) => {
  const ties = { links: linksTo('暑さ指数計', [row.heatIndexWatcherId].filter((serial) => serial !== null)), onMap: row.mapId !== null }
  return (
    <>
      <EditLink
        to={`/gateway/edit/${row.serialNumber}`}
        search={{ OfficeId: row.officeId, OfficeValue: row.officeName, type: row.gatewayType }}
        name={row.serialNumber}
      />
      <MoveButton
        name={row.serialNumber}
        place={row}
        ties={ties}
        move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, gatewayType: row.gatewayType, version: row.version } })}
        listPaths={[listEndpoint.path, endpoints.heatWatcher.list.path]}
      />
      <RemoveButton
        name={row.serialNumber}
        consequence={removalWords(ties)}
        listPath={listEndpoint.path}
        remove={() => call(remove, { params: { type: row.gatewayType, id: row.serialNumber }, query: { officeId: row.officeId } })}
      />
    </>
  )
}

/** /gateway/list: the parents and children of a site or of all sites in reach. */
export const GatewayListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const { filters, setFilters } = list
  const result = useQuery({ ...queryOf(listEndpoint, { query: list.query }), refetchInterval: 60_000 })
  const types = useGatewayTypes()
  const officeId = viewer.officeId ?? filters.officeId
  const place = { OfficeId: officeId, OfficeValue: usePlaces()?.find((office) => office.officeId === officeId)?.officeName }
  return (
    <ResourceList
      title="親機・子機"
      counter="台"
      columns={gatewayColumns(viewer, officeId)}
      rowKey={(row) => `${row.officeId} ${row.gatewayType} ${row.serialNumber}`}
      rowHeight={51}
      list={list}
      result={result}
      refresh="最新の情報に更新"
      empty={{ filtered: '該当する親機・子機はありません', none: 'まだ親機・子機がありません', wayOut: '「親機・子機を追加」か「ファイル取込」から登録してください。' }}
      actions={
        <>
          <DownloadButton endpoint={download} input={{ query: { officeId } }} fileName="親機・子機.csv" />
          <ImportLink to="/gateway/inputfile" search={place} />
          <CreateLink to="/gateway/create/new" search={place}>
            親機・子機を追加
          </CreateLink>
        </>
      }
      filters={
        <>
          <OfficeFilter value={filters.officeId} onChange={(chosen) => setFilters({ officeId: chosen })} />
          <SelectFilter label={labels.gateway.gatewayType} value={filters.gatewayType} choices={types} onChange={(gatewayType) => setFilters({ gatewayType })} />
          <TypingFilter label={labels.gateway.serialNumber} value={filters.serialNumber} onChange={(serialNumber) => setFilters({ serialNumber })} />
        </>
      }
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
