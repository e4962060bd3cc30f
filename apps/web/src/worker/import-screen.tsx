import { endpoints } from '@mimamori/contract/endpoints'
import type { Removal } from '@mimamori/contract/import'
import { importFiles } from '@mimamori/contract/import-files'
import { screens } from '@mimamori/contract/screens'
import { useMemo } from 'react'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useOfficeFromAddress } from '../organisation/offices/office-from-address.ts'
import { nameCautionOfFile } from '../organisation/accounts/name-caution.ts'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { CompanyAndOfficeFields } from '../organisation/offices/office-fields.tsx'
import { useImportOffice } from '../organisation/offices/use-import-office.ts'
import { loginIdsOf } from './login-id-ways.ts'

const template = { endpoint: endpoints.userRole.template, input: { query: { role: 'User' } }, fileName: '作業者_見本.csv' }

const removalWords = ({ deleted, worn }: Removal) =>
  [
    `このファイルは、作業者を${deleted.toLocaleString('ja-JP')}人削除します。`,
    `機器を着けている${worn.toLocaleString('ja-JP')}人からは、機器が外れます。`,
    '測定値とアラートの記録は残ります。',
  ].join('\n')

const WorkerImport = ({ officeSearch }: { readonly officeSearch: NonNullable<ReturnType<typeof useOfficeFromAddress>> }) => {
  const { form, companyId, officeId, missing } = useImportOffice(officeSearch)
  const baseCode = useOffices()?.find((office) => office.officeId === officeId)?.baseCode
  const made = useMemo(() => loginIdsOf(baseCode), [baseCode])
  const fields = { companyId, officeId, role: 'User' }
  return (
    <ImportScreen
      list={screens.workerList}
      place={<CompanyAndOfficeFields form={form} />}
      file={importFiles.worker}
      made={made}
      template={template}
      cautionOf={nameCautionOfFile}
      removalWords={removalWords}
      target={
        companyId === undefined || officeId === undefined
          ? undefined
          : { endpoint: endpoints.userRole.import, params: { id: officeId }, fields }
      }
      missing={missing('companyId', 'officeId')}
    />
  )
}

/** /worker/inputfile?OfficeId= */
export const WorkerImportScreen = () => {
  const officeSearch = useOfficeFromAddress()
  return officeSearch === undefined ? <LoadingOverlay /> : <WorkerImport officeSearch={officeSearch} />
}
