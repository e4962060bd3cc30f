import { endpoints } from '@mimamori/contract/endpoints'
import { gatewayTypeNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { DeviceImport } from '../organisation/device-import.tsx'
import { standShape } from '../organisation/device-shape.ts'

const { gateway } = labels

const columns = [
  { name: gateway.gatewayType, rule: `必須・${Object.values(gatewayTypeNames).join('・')}` },
  { name: gateway.serialNumber, rule: '必須・20文字まで' },
  ...standShape(gateway),
  { name: gateway.keepMapInfo, rule: 'はい・いいえ' },
]

/** /gateway/inputfile?OfficeId= */
export const GatewayImportScreen = () => (
  <DeviceImport name="親機・子機" listPath="/gateway/list" columns={columns} endpoints={endpoints.gateway} />
)
