import { barometerSortKeys, type Barometer } from '@mimamori/contract/barometer'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { DownloadButton } from '../kit/download-button.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { EditLink } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/devices/device-actions.tsx'
import { DeviceList, devicePage, type ShownOffice } from '../organisation/devices/device-list.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { barometerColumns } from './columns.tsx'

const spec = {
  filters: screenSearch.barometerList,
  sortKeys: barometerSortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.barometer

const waysOf = (office: ShownOffice) => (
  <>
    <ImportLink to={screens.barometerImport.path} search={{ OfficeId: office.OfficeId }} />
    <CreateLink to={screens.barometerCreate.path} search={{ OfficeId: office.OfficeId }}>
      {screens.barometerCreate.title}
    </CreateLink>
  </>
)
const news = { kinds: ['barometer'], serialsOf: (row: Barometer) => [row.id] }

const Actions = ({ row }: { readonly row: Barometer }) => (
  <DeviceActions
    serial={row.id}
    office={row}
    edit={<EditLink to={screens.barometerEdit.path} params={{ id: row.id }} search={{ OfficeId: row.officeId }} name={row.id} />}
    attachments={{
      links: row.countDevice === 0 ? [] : [`端末${row.countDevice}台`],
      onMap: row.mapId !== null,
      placeName: row.locationName,
      isTold: true,
    }}
    move={(to) => call(update, { body: { ...to, id: row.id, version: row.version } })}
    remove={() => call(remove, { params: { id: row.id }, query: { officeId: row.officeId } })}
    listPaths={[listEndpoint.path, endpoints.device.list.path]}
  />
)

/** /ReferenceBarometer: what heights are measured against. */
export const BarometerListScreen = () => {
  const list = useListParams(spec)
  return (
    <DeviceList
      serialLabel={labels.barometer.id}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.id}`}
      news={news}
      columnsOf={barometerColumns}
      waysOf={waysOf}
      renderDownload={(fileName) => <DownloadButton endpoint={download} input={{ query: list.wholeQuery }} fileName={fileName} />}
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
