import { barometerFile } from '@mimamori/contract/barometer'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { DeviceImport } from '../organisation/device-import.tsx'

const columns = shapeOf(barometerFile, labels.barometer)

/** /ReferenceBarometer/inputfile?OfficeId= */
export const BarometerImportScreen = () => <DeviceImport list={screens.barometerList} columns={columns} endpoints={endpoints.barometer} />
