import { deviceFile } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(deviceFile, labels.device)

/** /vital-device/inputfile?OfficeId= */
export const VitalDeviceImportScreen = () => (
  <DeviceImport name="体調デバイス" listPath="/vital-device/list" columns={columns} endpoints={endpoints.device} />
)
