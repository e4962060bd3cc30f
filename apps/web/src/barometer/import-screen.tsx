import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { DeviceImport } from '../organisation/device-import.tsx'
import { standShape } from '../organisation/device-shape.ts'

const { barometer } = labels

const columns = [{ name: barometer.id, rule: '必須・20文字まで' }, ...standShape(barometer)]

/** /ReferenceBarometer/inputfile?OfficeId= */
export const BarometerImportScreen = () => (
  <DeviceImport name="気圧基準器" listPath="/ReferenceBarometer" columns={columns} endpoints={endpoints.barometer} />
)
