import { endpoints } from '@mimamori/contract/endpoints'
import { heatWatcherFile } from '@mimamori/contract/heat-watcher'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(heatWatcherFile, labels.heatWatcher)

/** /heat-index-watcher/inputfile?OfficeId= */
export const HeatWatcherImportScreen = () => (
  <DeviceImport list={screens.heatWatcherList} columns={columns} endpoints={endpoints.heatWatcher} />
)
