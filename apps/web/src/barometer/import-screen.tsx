import { importFiles } from '@mimamori/contract/import-files'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { DeviceImport } from '../organisation/devices/device-import.tsx'

/** /ReferenceBarometer/inputfile?OfficeId= */
export const BarometerImportScreen = () => (
  <DeviceImport list={screens.barometerList} file={importFiles.barometer} endpoints={endpoints.barometer} />
)
