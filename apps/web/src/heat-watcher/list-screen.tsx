import { endpoints } from '@mimamori/contract/endpoints'
import { heatWatcherSortKeys, type HeatWatcher } from '@mimamori/contract/heat-watcher'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { DownloadButton } from '../kit/download-button.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { EditLink } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/devices/device-actions.tsx'
import { DeviceList, devicePage, type ShownOffice } from '../organisation/devices/device-list.tsx'
import { linksTo } from '../organisation/devices/device-attachments.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { watcherColumns } from './columns.tsx'

const spec = {
  filters: screenSearch.heatWatcherList,
  sortKeys: heatWatcherSortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.heatWatcher

const waysOf = (office: ShownOffice) => (
  <>
    <ImportLink to={screens.heatWatcherImport.path} search={{ OfficeId: office.OfficeId }} />
    <CreateLink to={screens.heatWatcherCreate.path} search={{ OfficeId: office.OfficeId }}>
      {screens.heatWatcherCreate.title}
    </CreateLink>
  </>
)
const news = { kinds: ['heat', 'gateway'], serialsOf: (row: HeatWatcher) => [row.serialNumber, ...row.gatewayIDs] }

const Actions = ({ row }: { readonly row: HeatWatcher }) => (
  <DeviceActions
    serial={row.serialNumber}
    office={row}
    edit={
      <EditLink
        to={screens.heatWatcherEdit.path}
        params={{ serialNumber: row.serialNumber }}
        search={{ OfficeId: row.officeId }}
        name={row.serialNumber}
      />
    }
    attachments={{ links: linksTo('親機・子機', row.gatewayIDs), onMap: row.mapId !== null, placeName: row.locationName }}
    move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, version: row.version } })}
    remove={() => call(remove, { params: { id: row.serialNumber }, query: { officeId: row.officeId } })}
    listPaths={[listEndpoint.path, endpoints.gateway.list.path]}
  />
)

/** /heat-index-watcher/list */
export const HeatWatcherListScreen = () => {
  const list = useListParams(spec)
  return (
    <DeviceList
      serialLabel={labels.heatWatcher.serialNumber}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.serialNumber}`}
      news={news}
      columnsOf={watcherColumns}
      waysOf={waysOf}
      renderDownload={(fileName) => <DownloadButton endpoint={download} input={{ query: list.wholeQuery }} fileName={fileName} />}
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
