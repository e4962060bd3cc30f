import { endpoints } from '@mimamori/contract/endpoints'
import { gatewayTypeNames } from '@mimamori/contract/kbn'
import { labels } from '@mimamori/contract/labels'
import { deleteColumn } from '../organisation/account-shape.ts'
import { standShape } from '../organisation/device-shape.ts'
import { SiteImport } from '../organisation/site-import.tsx'

const { gateway } = labels

const columns = [
  { name: gateway.gatewayType, rule: `必須・${Object.values(gatewayTypeNames).join('・')}` },
  { name: gateway.serialNumber, rule: '必須・20文字まで' },
  ...standShape(gateway),
  { name: gateway.keepMapInfo, rule: 'はい・いいえ' },
  deleteColumn,
]

/** /gateway/inputfile?OfficeId= */
export const GatewayImportScreen = () => (
  <SiteImport
    name="親機・子機"
    listPath="/gateway/list"
    columns={columns}
    endpoint={endpoints.gateway.import}
    template={{ endpoint: endpoints.gateway.template, input: {}, fileName: '親機・子機_見本.csv' }}
  />
)
