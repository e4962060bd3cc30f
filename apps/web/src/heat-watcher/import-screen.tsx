import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { deleteColumn } from '../organisation/account-shape.ts'
import { standShape } from '../organisation/device-shape.ts'
import { SiteImport } from '../organisation/site-import.tsx'

const { heatWatcher } = labels

const columns = [{ name: heatWatcher.serialNumber, rule: '必須・6桁の数字' }, ...standShape(heatWatcher), deleteColumn]

/** /heat-index-watcher/inputfile?OfficeId= */
export const HeatWatcherImportScreen = () => (
  <SiteImport
    name="暑さ指数計"
    listPath="/heat-index-watcher/list"
    columns={columns}
    endpoint={endpoints.heatWatcher.import}
    template={{ endpoint: endpoints.heatWatcher.template, input: {}, fileName: '暑さ指数計_見本.csv' }}
  />
)
