import { endpoints } from '@mimamori/contract/endpoints'
import { importFiles } from '@mimamori/contract/import-files'
import { screens } from '@mimamori/contract/screens'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useOfficeFromAddress } from '../organisation/offices/office-from-address.ts'
import { OfficeField } from '../organisation/offices/office-fields.tsx'
import { useImportOffice } from '../organisation/offices/use-import-office.ts'

const GroupImport = ({ officeSearch }: { readonly officeSearch: NonNullable<ReturnType<typeof useOfficeFromAddress>> }) => {
  const { form, officeId, missing } = useImportOffice(officeSearch)
  return (
    <ImportScreen
      list={screens.groupList}
      place={<OfficeField form={form} />}
      file={importFiles.group}
      template={{ endpoint: endpoints.group.template, input: {}, fileName: 'グループ_見本.csv' }}
      target={officeId === undefined ? undefined : { endpoint: endpoints.group.import, params: { officeId }, fields: { officeId } }}
      missing={missing('officeId')}
    />
  )
}

/** /group/inputfile?OfficeCode= */
export const GroupImportScreen = () => {
  const officeSearch = useOfficeFromAddress()
  return officeSearch === undefined ? <LoadingOverlay /> : <GroupImport officeSearch={officeSearch} />
}
