import { importFiles } from '@mimamori/contract/import-files'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { DeviceImport } from '../organisation/devices/device-import.tsx'

/** /vital-device/inputfile?OfficeId= */
export const VitalDeviceImportScreen = () => (
  <DeviceImport list={screens.vitalDeviceList} file={importFiles.device} endpoints={endpoints.device} />
)
