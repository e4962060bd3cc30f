import { wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'
import { FixedField } from '../../kit/form/form-section.tsx'
import { partOf, type Needs } from '../../kit/form/part-of.ts'
import { SelectField } from '../../kit/form/select-field.tsx'
import type { FormState } from '../../kit/form/use-form.ts'
import { useViewer } from '../../platform/viewer.ts'
import { useCompanyChoices, useOfficeChoices, useOffices } from './office-choices.ts'

/** Where a record belongs: a company and one of its offices. */
export const CompanyAndOffice = z.object({ companyId: wireInteger(1), officeId: wireInteger(1) })
const CompanyOnly = CompanyAndOffice.pick({ companyId: true })
const OfficeOnly = CompanyAndOffice.pick({ officeId: true })

const numberOf = (value: unknown) => (value === null || value === undefined || value === '' ? undefined : Number(value))

type CompanyFieldProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What follows from a choice. */
  readonly onChoose?: () => void
} & Needs<Schema, 'companyId'>

/** The company; fixed text for people with one. */
export const CompanyField = <Schema extends z.ZodObject>({ form, onChoose }: CompanyFieldProps<Schema>) => {
  const viewer = useViewer()
  const choices = useCompanyChoices()
  const part = partOf<typeof CompanyOnly>(form)
  if (viewer.companyName !== null) return <FixedField label={form.labelOf('companyId')} value={viewer.companyName} />
  return <SelectField form={part} name="companyId" choices={choices} {...(onChoose !== undefined && { onChoose })} />
}

type CompanyAndOfficeFieldsProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What follows from another company or office. */
  readonly onChange?: () => void
} & Needs<Schema, 'companyId' | 'officeId'>

type OfficeFieldProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What follows from a choice. */
  readonly onChoose?: () => void
} & Needs<Schema, 'officeId'>

/** The company and its office: the office waits for a company, and another company takes the office away. */
export const CompanyAndOfficeFields = <Schema extends z.ZodObject>({ form, onChange }: CompanyAndOfficeFieldsProps<Schema>) => {
  const viewer = useViewer()
  const part = partOf<typeof CompanyAndOffice>(form)
  const companyId = numberOf(part.draft.companyId)
  const offices = useOfficeChoices(companyId, numberOf(part.draft.officeId))
  const forget = () => {
    part.set('officeId', null)
    onChange?.()
  }
  return (
    <>
      <CompanyField form={part} onChoose={forget} />
      {viewer.officeName === null ? (
        <SelectField
          form={part}
          name="officeId"
          choices={offices}
          {...(companyId === undefined && { locked: '先に会社を選んでください' })}
          {...(onChange !== undefined && { onChoose: onChange })}
        />
      ) : (
        <FixedField label={form.labelOf('officeId')} value={viewer.officeName} />
      )}
    </>
  )
}

/** The office alone, among all in reach; fixed text for people with one. */
export const OfficeField = <Schema extends z.ZodObject>({ form, onChoose }: OfficeFieldProps<Schema>) => {
  const viewer = useViewer()
  const part = partOf<typeof OfficeOnly>(form)
  // Offices of several companies may carry the same name.
  const choices = useOffices()?.map((office) => ({
    value: office.officeId,
    label: viewer.companyId === null ? `${office.officeName}（${office.companyName}）` : office.officeName,
  }))
  if (viewer.officeName !== null) return <FixedField label={form.labelOf('officeId')} value={viewer.officeName} />
  return <SelectField form={part} name="officeId" choices={choices} {...(onChoose !== undefined && { onChoose })} />
}
