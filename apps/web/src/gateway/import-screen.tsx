import { endpoints } from '@mimamori/contract/endpoints'
import { gatewayFile } from '@mimamori/contract/gateway'
import { labels } from '@mimamori/contract/labels'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(gatewayFile, labels.gateway)

/** /gateway/inputfile?OfficeId= */
export const GatewayImportScreen = () => (
  <DeviceImport name="親機・子機" listPath="/gateway/list" columns={columns} endpoints={endpoints.gateway} />
)
