import { deviceFile } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(deviceFile, labels.device)

/** /vital-device/inputfile?OfficeId= */
export const VitalDeviceImportScreen = () => <DeviceImport list={screens.vitalDeviceList} columns={columns} endpoints={endpoints.device} />
