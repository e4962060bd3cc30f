import { useForm, type FormState } from '../kit/form/use-form.ts'
import { PlaceDraft } from './place-fields.tsx'

type AskedPlace = { readonly companyId: number | null; readonly officeId: number | null }

/** The company and site an import goes to, as they are chosen. */
export const useImportPlace = (asked: AskedPlace): { readonly form: FormState<typeof PlaceDraft>; readonly companyId: number | undefined; readonly officeId: number | undefined } => {
  const form = useForm('place', {
    schema: PlaceDraft,
    resource: 'user',
    initial: { companyId: asked.companyId, officeId: asked.officeId },
    onSubmit: async () => undefined,
  })
  const { companyId, officeId } = form.draft
  const chosen = (id: string | number | null | undefined) => (id === null || id === undefined ? undefined : Number(id))
  return { form, companyId: chosen(companyId), officeId: chosen(officeId) }
}
