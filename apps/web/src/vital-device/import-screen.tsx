import { endpoints } from '@mimamori/contract/endpoints'
import { deviceTypeNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { DeviceImport } from '../organisation/device-import.tsx'

const { device } = labels

const columns = [
  {
    name: device.deviceType,
    rule: `必須・${Object.entries(deviceTypeNames)
      .map(([code, word]) => `${code} ${word}`)
      .join(' ')}`,
  },
  { name: device.serialNumber, rule: '必須・16文字まで' },
]

/** /vital-device/inputfile?OfficeId= */
export const VitalDeviceImportScreen = () => (
  <DeviceImport name="体調デバイス" listPath="/vital-device/list" columns={columns} endpoints={endpoints.device} />
)
