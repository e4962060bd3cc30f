import { endpoints } from '@mimamori/contract/endpoints'
import { gatewaySortKeys, type Gateway } from '@mimamori/contract/gateway'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { EditLink } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/devices/device-actions.tsx'
import { DeviceList, devicePage, type ShownOffice } from '../organisation/devices/device-list.tsx'
import { linksTo } from '../organisation/devices/device-attachments.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { gatewayColumns } from './columns.tsx'
import { useGatewayTypes } from './use-gateway-types.ts'

const spec = {
  filters: screenSearch.gatewayList,
  sortKeys: gatewaySortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.gateway

const waysOf = (office: ShownOffice) => (
  <>
    <ImportLink to={screens.gatewayImport.path} search={office} />
    <CreateLink to={screens.gatewayCreate.path} search={office}>
      {screens.gatewayCreate.title}
    </CreateLink>
  </>
)
const news = { kinds: ['gateway'], serialsOf: (row: Gateway) => [row.serialNumber] }

const Actions = ({ row }: { readonly row: Gateway }) => (
  <DeviceActions
    serial={row.serialNumber}
    office={row}
    edit={
      <EditLink
        to={screens.gatewayEdit.path}
        params={{ serialNumber: row.serialNumber }}
        search={{ OfficeId: row.officeId, OfficeValue: row.officeName, type: row.gatewayType }}
        name={row.serialNumber}
      />
    }
    attachments={{
      links: linksTo(
        '暑さ指数計',
        [row.heatIndexWatcherId].filter((serial) => serial !== null),
      ),
      onMap: row.mapId !== null,
      placeName: row.locationName,
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
      serialLabel={labels.gateway.serialNumber}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.gatewayType} ${row.serialNumber}`}
      news={news}
      columnsOf={gatewayColumns}
      waysOf={waysOf}
      renderDownload={(fileName) => <DownloadButton endpoint={download} input={{ query: list.wholeQuery }} fileName={fileName} />}
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
