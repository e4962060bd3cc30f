import { endpoints } from '@mimamori/contract/endpoints'
import type { LoginIdWay, Removal } from '@mimamori/contract/import'
import { importFiles } from '@mimamori/contract/import-files'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useMemo } from 'react'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import type { MadeField } from '../kit/import/made-step.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useOfficeFromAddress } from '../organisation/office-from-address.ts'
import { nameCautionOfFile } from '../organisation/name-caution.ts'
import { useOffices } from '../organisation/office-choices.ts'
import { CompanyAndOfficeFields } from '../organisation/office-fields.tsx'
import { useImportOffice } from '../organisation/use-import-office.ts'

const template = { endpoint: endpoints.userRole.template, input: { query: { role: 'User' } }, fileName: '作業者_見本.csv' }

const removalWords = ({ deleted, worn }: Removal) =>
  [
    `このファイルは、作業者を${deleted.toLocaleString('ja-JP')}人削除します。`,
    `機器を着けている${worn.toLocaleString('ja-JP')}人からは、機器が外れます。`,
    '測定値とアラートの記録は残ります。',
  ].join('\n')

const ways: readonly { readonly value: LoginIdWay; readonly label: string; readonly end: string }[] = [
  { value: 'workerCode', label: '拠点コードと作業者コードから作る', end: '0123' },
  { value: 'number', label: '拠点コードと連番で作る', end: '1' },
]

const madeOf = (baseCode: string): MadeField => ({
  field: 'userName',
  label: labels.user.userName,
  name: 'loginIds',
  ways: ways.map(({ end, ...way }) => ({ ...way, example: `${baseCode}-${end}` })),
  note: 'ログインIDは、すべての会社で1つだけのものです。作ったログインIDは、作業者の一覧かダウンロードで確かめられます。',
})

const WorkerImport = ({ asked }: { readonly asked: NonNullable<ReturnType<typeof useOfficeFromAddress>> }) => {
  const { form, companyId, officeId, missing } = useImportOffice(asked)
  const baseCode = useOffices()?.find((office) => office.officeId === officeId)?.baseCode ?? '拠点コード'
  const made = useMemo(() => madeOf(baseCode), [baseCode])
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
  const asked = useOfficeFromAddress()
  return asked === undefined ? <LoadingOverlay /> : <WorkerImport asked={asked} />
}
