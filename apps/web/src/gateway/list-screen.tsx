import { endpoints } from '@mimamori/contract/endpoints'
import { gatewaySortKeys, GatewayType, type Gateway } from '@mimamori/contract/gateway'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/device-actions.tsx'
import { DeviceList, devicePage } from '../organisation/device-list.tsx'
import { linksTo } from '../organisation/device-ties.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { gatewayColumns } from './columns.tsx'
import { useGatewayTypes } from './use-gateway-types.ts'

const spec = {
  filters: z.object({ officeId: wireInteger(1), gatewayType: GatewayType, serialNumber: z.string() }),
  sortKeys: gatewaySortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.gateway

const ways = { create: '/gateway/create/new', file: '/gateway/inputfile', searchOf: <Site extends object>(site: Site) => ({ ...site }) }
const news = { kinds: ['gateway'], serialsOf: (row: Gateway) => [row.serialNumber] }

const Actions = ({ row }: { readonly row: Gateway }) => (
  <DeviceActions
    serial={row.serialNumber}
    place={row}
    edit={{
      to: `/gateway/edit/${row.serialNumber}`,
      search: { OfficeId: row.officeId, OfficeValue: row.officeName, type: row.gatewayType },
    }}
    ties={{
      links: linksTo(
        '暑さ指数計',
        [row.heatIndexWatcherId].filter((serial) => serial !== null),
      ),
      onMap: row.mapId !== null,
    }}
    move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, gatewayType: row.gatewayType, version: row.version } })}
    remove={() => call(remove, { params: { type: row.gatewayType, id: row.serialNumber }, query: { officeId: row.officeId } })}
    listPaths={[listEndpoint.path, endpoints.heatWatcher.list.path]}
  />
)

/** /gateway/list: parents and children. */
export const GatewayListScreen = () => {
  const list = useListParams(spec)
  const types = useGatewayTypes()
  return (
    <DeviceList
      name="親機・子機"
      serialLabel={labels.gateway.serialNumber}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.gatewayType} ${row.serialNumber}`}
      news={news}
      columnsOf={gatewayColumns}
      ways={ways}
      download={download}
      filters={
        <SelectFilter
          label={labels.gateway.gatewayType}
          value={list.filters.gatewayType}
          choices={types}
          onChange={(gatewayType) => list.setFilters({ gatewayType })}
        />
      }
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
