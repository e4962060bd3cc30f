import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { workerFile } from '@mimamori/contract/person'
import { screens } from '@mimamori/contract/screens'
import { shapeOf } from '../kit/import/file-shape.tsx'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useAskedPlace } from '../organisation/asked-place.ts'
import { nameCautionOfFile } from '../organisation/name-caution.ts'
import { PlaceFields } from '../organisation/place-fields.tsx'
import { useImportPlace } from '../organisation/use-import-place.ts'

const columns = shapeOf(workerFile, labels.user)
const template = { endpoint: endpoints.userRole.template, input: { query: { role: 'User' } }, fileName: '作業者_見本.csv' }

const WorkerImport = ({ asked }: { readonly asked: NonNullable<ReturnType<typeof useAskedPlace>> }) => {
  const { form, companyId, officeId, missing } = useImportPlace(asked)
  const fields = { companyId, officeId, role: 'User' }
  return (
    <ImportScreen
      list={screens.workerList}
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
  const asked = useAskedPlace()
  return asked === undefined ? <LoadingOverlay /> : <WorkerImport asked={asked} />
}
