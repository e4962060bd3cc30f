import { useForm, type FormState } from '../../kit/form/use-form.ts'
import { CompanyAndOffice } from './office-fields.tsx'

type OfficeSearch = { readonly companyId: number | null; readonly officeId: number | null }

type ImportOffice = {
  readonly form: FormState<typeof CompanyAndOffice>
  readonly companyId: number | undefined
  readonly officeId: number | undefined
  /** The labels of those of the fields that nothing is chosen in yet. */
  readonly missing: (...names: readonly ('companyId' | 'officeId')[]) => string[]
}

/** The company and office an import goes to, as they are chosen. */
export const useImportOffice = (search: OfficeSearch): ImportOffice => {
  const form = useForm('office', {
    schema: CompanyAndOffice,
    resource: 'user',
    initial: { companyId: search.companyId, officeId: search.officeId },
    onSubmit: async () => undefined,
  })
  const { companyId, officeId } = form.draft
  const chosen = (id: string | number | null | undefined) => (id === null || id === undefined ? undefined : Number(id))
  const office = { companyId: chosen(companyId), officeId: chosen(officeId) }
  return { form, ...office, missing: (...names) => names.filter((name) => office[name] === undefined).map(form.labelOf) }
}
