import { barometerFile } from '@mimamori/contract/barometer'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(barometerFile, labels.barometer)

/** /ReferenceBarometer/inputfile?OfficeId= */
export const BarometerImportScreen = () => (
  <DeviceImport name="気圧基準器" listPath="/ReferenceBarometer" columns={columns} endpoints={endpoints.barometer} />
)
