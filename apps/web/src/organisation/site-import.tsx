import type { Endpoint } from '@mimamori/contract/endpoint'
import type { FileSource } from '../kit/fetch-file.ts'
import type { ShapeColumn } from '../kit/import/file-shape.tsx'
import { ImportScreen } from '../kit/import/import-screen.tsx'
import type { ImportTarget } from '../kit/import/use-import.ts'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import type { PlainScreen } from '../platform/screen.ts'
import { useAskedPlace } from './asked-place.ts'
import { PlaceFields } from './place-fields.tsx'
import { useImportPlace } from './use-import-place.ts'

type SiteImportProps<E extends Endpoint> = {
  readonly list: PlainScreen
  readonly columns: readonly ShapeColumn[]
  readonly endpoint: ImportTarget['endpoint']
  readonly template: FileSource<E>
}

const Chosen = <E extends Endpoint>({
  asked,
  endpoint,
  ...screen
}: SiteImportProps<E> & { readonly asked: NonNullable<ReturnType<typeof useAskedPlace>> }) => {
  const { form, officeId, missing } = useImportPlace(asked)
  return (
    <ImportScreen
      {...screen}
      place={<PlaceFields form={form} />}
      target={officeId === undefined ? undefined : { endpoint, params: { officeId }, fields: { officeId } }}
      missing={missing('companyId', 'officeId')}
    />
  )
}

/** Takes records of one site in from a file; the site is what the address asks for (`OfficeId`), the viewer's own, or chosen. */
export const SiteImport = <E extends Endpoint>(props: SiteImportProps<E>) => {
  const asked = useAskedPlace()
  return asked === undefined ? <LoadingOverlay /> : <Chosen {...props} asked={asked} />
}
