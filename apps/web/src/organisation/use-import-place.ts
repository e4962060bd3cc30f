import { useForm, type FormState } from '../kit/form/use-form.ts'
import { PlaceDraft } from './place-fields.tsx'

type AskedOffice = { readonly companyId: number | null; readonly officeId: number | null }

type ImportOffice = {
  readonly form: FormState<typeof PlaceDraft>
  readonly companyId: number | undefined
  readonly officeId: number | undefined
  /** The labels of those of the fields that nothing is chosen in yet. */
  readonly missing: (...names: readonly ('companyId' | 'officeId')[]) => string[]
}

/** The company and site an import goes to, as they are chosen. */
export const useImportPlace = (asked: AskedOffice): ImportOffice => {
  const form = useForm('place', {
    schema: PlaceDraft,
    resource: 'user',
    initial: { companyId: asked.companyId, officeId: asked.officeId },
    onSubmit: async () => undefined,
  })
  const { companyId, officeId } = form.draft
  const chosen = (id: string | number | null | undefined) => (id === null || id === undefined ? undefined : Number(id))
  const place = { companyId: chosen(companyId), officeId: chosen(officeId) }
  return { form, ...place, missing: (...names) => names.filter((name) => place[name] === undefined).map(form.labelOf) }
}
