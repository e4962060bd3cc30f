import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { DeviceImport } from '../organisation/device-import.tsx'
import { standShape } from '../organisation/device-shape.ts'

const { heatWatcher } = labels

const columns = [{ name: heatWatcher.serialNumber, rule: '必須・6桁の数字' }, ...standShape(heatWatcher)]

/** /heat-index-watcher/inputfile?OfficeId= */
export const HeatWatcherImportScreen = () => (
  <DeviceImport name="暑さ指数計" listPath="/heat-index-watcher/list" columns={columns} endpoints={endpoints.heatWatcher} />
)
