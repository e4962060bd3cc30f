import type { ImportFile } from '@mimamori/contract/import-files'
import { ImportScreen } from '../../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../../kit/loading-overlay.tsx'
import type { PlainScreen } from '../../platform/screen.ts'
import { useOfficeFromAddress } from '../offices/office-from-address.ts'
import { fileRemovalWords } from './device-attachments.ts'
import type { FileEndpoints } from './device-exchange.ts'
import { CompanyAndOfficeFields } from '../offices/office-fields.tsx'
import { useImportOffice } from '../offices/use-import-office.ts'

type DeviceImportProps = {
  /** The list of the kind. */
  readonly list: PlainScreen
  /** What a line says of a device. */
  readonly file: ImportFile
  readonly endpoints: FileEndpoints
}

type OfficeSearch = NonNullable<ReturnType<typeof useOfficeFromAddress>>

const ChosenOffice = ({ list, file, endpoints, officeSearch }: DeviceImportProps & { readonly officeSearch: OfficeSearch }) => {
  const { form, officeId, missing } = useImportOffice(officeSearch)
  return (
    <ImportScreen
      list={list}
      file={file}
      template={{ endpoint: endpoints.template, input: {}, fileName: `${list.title}_見本.csv` }}
      place={<CompanyAndOfficeFields form={form} />}
      target={officeId === undefined ? undefined : { endpoint: endpoints.import, params: { officeId }, fields: { officeId } }}
      missing={missing('companyId', 'officeId')}
      removalWords={fileRemovalWords}
    />
  )
}

/**
 * Takes devices of one kind in from a file, for one office, which is what the address asks for (`OfficeId`), the viewer's
 * own, or chosen.
 */
export const DeviceImport = (props: DeviceImportProps) => {
  const officeSearch = useOfficeFromAddress()
  return officeSearch === undefined ? <LoadingOverlay /> : <ChosenOffice {...props} officeSearch={officeSearch} />
}
