import { endpoints } from '@mimamori/contract/endpoints'
import { importFiles } from '@mimamori/contract/import-files'
import { screens } from '@mimamori/contract/screens'
import { DeviceImport } from '../organisation/devices/device-import.tsx'

/** /heat-index-watcher/inputfile?OfficeId= */
export const HeatWatcherImportScreen = () => (
  <DeviceImport list={screens.heatWatcherList} file={importFiles.heatWatcher} endpoints={endpoints.heatWatcher} />
)
