import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useSearch } from '@tanstack/react-router'
import type { ShapeColumn } from '../kit/import/file-shape.tsx'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { contactColumns, deleteColumn, loginIdColumn, nameColumns, passwordColumn } from '../organisation/account-shape.ts'
import { useAskedPlace } from '../organisation/asked-place.ts'
import { nameCautionOfFile } from '../organisation/name-caution.ts'
import { PlaceFields } from '../organisation/place-fields.tsx'
import { useImportPlace } from '../organisation/use-import-place.ts'

const { user } = labels
const day = '年月日'
const upTo100 = '100文字まで'

const columns: readonly ShapeColumn[] = [
  loginIdColumn,
  { name: user.workerCode, rule: '255文字まで' },
  ...nameColumns,
  { name: user.gender, rule: '必須・1 男 2 女 3 その他' },
  { name: user.dateOfBirth, rule: '必須・西暦または和暦' },
  ...contactColumns,
  { name: user.affiliation1, rule: upTo100 },
  { name: user.affiliation2, rule: upTo100 },
  { name: user.affiliation3, rule: upTo100 },
  { name: user.meditagId, rule: '番号' },
  { name: user.safetyBeltId, rule: '番号' },
  { name: user.consentAt, rule: day },
  { name: user.consentWithdrawnAt, rule: day },
  { name: user.firstExposureOn, rule: day },
  { name: user.metabolicClass, rule: '0 から 4' },
  { name: user.acclimatised, rule: '1 慣れている 0 いない' },
  { name: user.clothing, rule: '服装の名前' },
  passwordColumn,
  deleteColumn,
]

const template = { endpoint: endpoints.userRole.template, input: { query: { role: 'User' } }, fileName: '作業者_見本.csv' }

const WorkerImport = ({ asked }: { readonly asked: NonNullable<ReturnType<typeof useAskedPlace>> }) => {
  const { form, companyId, officeId, missing } = useImportPlace(asked)
  const fields = { companyId, officeId, role: 'User' }
  return (
    <ImportScreen
      name="作業者"
      listPath="/worker/list"
      place={<PlaceFields form={form} />}
      columns={columns}
      template={template}
      cautionOf={nameCautionOfFile}
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
  const asked = useAskedPlace(useSearch({ strict: false }))
  return asked === undefined ? <LoadingOverlay /> : <WorkerImport asked={asked} />
}
