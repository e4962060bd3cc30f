import { endpoints } from '@mimamori/contract/endpoints'
import { gatewayFile } from '@mimamori/contract/gateway'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(gatewayFile, labels.gateway)

/** /gateway/inputfile?OfficeId= */
export const GatewayImportScreen = () => <DeviceImport list={screens.gatewayList} columns={columns} endpoints={endpoints.gateway} />
