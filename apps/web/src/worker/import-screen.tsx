import { endpoints } from '@mimamori/contract/endpoints'
import type { Removal } from '@mimamori/contract/import'
import { labels } from '@mimamori/contract/labels'
import { workerFile } from '@mimamori/contract/person'
import { screens } from '@mimamori/contract/screens'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useAskedOffice } from '../organisation/asked-office.ts'
import { nameCautionOfFile } from '../organisation/name-caution.ts'
import { CompanyAndOfficeFields } from '../organisation/office-fields.tsx'
import { useImportOffice } from '../organisation/use-import-office.ts'

const columns = shapeOf(workerFile, labels.user)
const template = { endpoint: endpoints.userRole.template, input: { query: { role: 'User' } }, fileName: '作業者_見本.csv' }

const removalWords = ({ deleted, worn }: Removal) =>
  [
    `このファイルは、作業者を${deleted.toLocaleString('ja-JP')}人削除します。`,
    `機器を着けている${worn.toLocaleString('ja-JP')}人からは、機器が外れます。`,
    '測定値とアラートの記録は残ります。',
  ].join('\n')

const WorkerImport = ({ asked }: { readonly asked: NonNullable<ReturnType<typeof useAskedOffice>> }) => {
  const { form, companyId, officeId, missing } = useImportOffice(asked)
  const fields = { companyId, officeId, role: 'User' }
  return (
    <ImportScreen
      list={screens.workerList}
      place={<CompanyAndOfficeFields form={form} />}
      columns={columns}
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
  const asked = useAskedOffice()
  return asked === undefined ? <LoadingOverlay /> : <WorkerImport asked={asked} />
}
