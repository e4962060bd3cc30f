import type { ShapeColumn } from '../kit/import/file-shape.tsx'
import type { FileEndpoints } from './device-exchange.ts'
import { SiteImport } from './site-import.tsx'

type DeviceImportProps = {
  /** What the kind is called. */
  readonly name: string
  readonly listPath: string
  /** What a line says of a device. */
  readonly columns: readonly ShapeColumn[]
  readonly endpoints: FileEndpoints
}

/** Takes devices of one kind in from a file, for one site. */
export const DeviceImport = ({ name, listPath, columns, endpoints }: DeviceImportProps) => (
  <SiteImport
    name={name}
    listPath={listPath}
    columns={columns}
    endpoint={endpoints.import}
    template={{ endpoint: endpoints.template, input: {}, fileName: `${name}_見本.csv` }}
  />
)
