import { endpoints } from '@mimamori/contract/endpoints'
import { importFiles } from '@mimamori/contract/import-files'
import { screens } from '@mimamori/contract/screens'
import { DeviceImport } from '../organisation/devices/device-import.tsx'

/** /gateway/inputfile?OfficeId= */
export const GatewayImportScreen = () => (
  <DeviceImport list={screens.gatewayList} file={importFiles.gateway} endpoints={endpoints.gateway} />
)
