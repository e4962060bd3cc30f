import { endpoints } from '@mimamori/contract/endpoints'
import { deviceTypeNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { deleteColumn } from '../organisation/account-shape.ts'
import { SiteImport } from '../organisation/site-import.tsx'

const { device } = labels

const columns = [
  { name: device.deviceType, rule: `必須・${Object.entries(deviceTypeNames).map(([code, word]) => `${code} ${word}`).join(' ')}` },
  { name: device.serialNumber, rule: '必須・16文字まで' },
  deleteColumn,
]

/** /vital-device/inputfile?OfficeId= */
export const VitalDeviceImportScreen = () => (
  <SiteImport
    name="体調デバイス"
    listPath="/vital-device/list"
    columns={columns}
    endpoint={endpoints.device.import}
    template={{ endpoint: endpoints.device.template, input: {}, fileName: '体調デバイス_見本.csv' }}
  />
)
