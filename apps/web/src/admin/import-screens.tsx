import { endpoints } from '@mimamori/contract/endpoints'
import { importFiles } from '@mimamori/contract/import-files'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useOfficeFromAddress } from '../organisation/offices/office-from-address.ts'
import { nameCautionOfFile } from '../organisation/accounts/name-caution.ts'
import { CompanyField, CompanyAndOfficeFields } from '../organisation/offices/office-fields.tsx'
import { useImportOffice } from '../organisation/offices/use-import-office.ts'
import { useViewer } from '../platform/viewer.ts'
import { baseAdmin, contractAdmin, serviceAdmin, type AdminKind } from './kinds.ts'

/** The customer's systems call base administrators so in imports only (spec §6). */
const importRoles: Readonly<Record<string, string>> = {
  ...Object.fromEntries([serviceAdmin, contractAdmin].map(({ role }) => [role, role])),
  [baseAdmin.role]: 'ADMIN_HEADQUATER',
}

const frameOf = ({ role, list }: AdminKind) => ({
  list,
  cautionOf: nameCautionOfFile,
  template: { endpoint: endpoints.userRole.template, input: { query: { role } }, fileName: `${list.title}_見本.csv` },
})
const targetOf = ({ role }: AdminKind, id: number, fields: { readonly companyId?: number; readonly officeId?: number }) => ({
  endpoint: endpoints.userRole.import,
  params: { id },
  fields: { ...fields, role: importRoles[role] },
})

/** Of no company: the path wants a number all the same. */
const nowhere = 0

/** /admin-unit-service/inputFile */
export const ServiceAdminImportScreen = () => (
  <ImportScreen {...frameOf(serviceAdmin)} file={importFiles.serviceAdmin} target={targetOf(serviceAdmin, nowhere, {})} missing={[]} />
)

/** /admin-unit-contract/inputFile */
export const ContractAdminImportScreen = () => {
  const viewer = useViewer()
  const { form, companyId, missing } = useImportOffice(viewer)
  return (
    <ImportScreen
      {...frameOf(contractAdmin)}
      file={importFiles.contractAdmin}
      place={<CompanyField form={form} />}
      target={companyId === undefined ? undefined : targetOf(contractAdmin, companyId, { companyId })}
      missing={missing('companyId')}
    />
  )
}

const BaseAdminImport = ({ officeSearch }: { readonly officeSearch: NonNullable<ReturnType<typeof useOfficeFromAddress>> }) => {
  const { form, companyId, officeId, missing } = useImportOffice(officeSearch)
  const isChosen = companyId !== undefined && officeId !== undefined
  return (
    <ImportScreen
      {...frameOf(baseAdmin)}
      file={importFiles.baseAdmin}
      place={<CompanyAndOfficeFields form={form} />}
      target={isChosen ? targetOf(baseAdmin, officeId, { companyId, officeId }) : undefined}
      missing={missing('companyId', 'officeId')}
    />
  )
}

/** /base-admin/inputfile?OfficeId= */
export const BaseAdminImportScreen = () => {
  const officeSearch = useOfficeFromAddress()
  return officeSearch === undefined ? <LoadingOverlay /> : <BaseAdminImport officeSearch={officeSearch} />
}
