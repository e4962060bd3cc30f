import type { ShapeColumn } from '../kit/import/file-shape.tsx'
import type { PlainScreen } from '../platform/screen.ts'
import type { FileEndpoints } from './device-exchange.ts'
import { SiteImport } from './site-import.tsx'

type DeviceImportProps = {
  /** The list of the kind. */
  readonly list: PlainScreen
  /** What a line says of a device. */
  readonly columns: readonly ShapeColumn[]
  readonly endpoints: FileEndpoints
}

/** Takes devices of one kind in from a file, for one site. */
export const DeviceImport = ({ list, columns, endpoints }: DeviceImportProps) => (
  <SiteImport
    list={list}
    columns={columns}
    endpoint={endpoints.import}
    template={{ endpoint: endpoints.template, input: {}, fileName: `${list.title}_見本.csv` }}
  />
)
