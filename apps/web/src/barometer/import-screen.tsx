import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { deleteColumn } from '../organisation/account-shape.ts'
import { standShape } from '../organisation/device-shape.ts'
import { SiteImport } from '../organisation/site-import.tsx'

const { barometer } = labels

const columns = [{ name: barometer.id, rule: '必須・20文字まで' }, ...standShape(barometer), deleteColumn]

/** /ReferenceBarometer/inputfile?OfficeId= */
export const BarometerImportScreen = () => (
  <SiteImport
    name="気圧基準器"
    listPath="/ReferenceBarometer"
    columns={columns}
    endpoint={endpoints.barometer.import}
    template={{ endpoint: endpoints.barometer.template, input: {}, fileName: '気圧基準器_見本.csv' }}
  />
)
