import { wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'
import { FixedField } from '../kit/form/form-section.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import { SelectField } from '../kit/form/select-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { useViewer } from '../platform/viewer.ts'
import { useCompanyChoices, useOfficeChoices, usePlaces } from './places.ts'

/** Where a record belongs: a company and one of its sites. */
export const PlaceDraft = z.object({ companyId: wireInteger(1), officeId: wireInteger(1) })
const CompanyOnly = PlaceDraft.pick({ companyId: true })
const OfficeOnly = PlaceDraft.pick({ officeId: true })

const numberOf = (value: unknown) => (value === null || value === undefined || value === '' ? undefined : Number(value))

type CompanyFieldProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What follows from a choice. */
  readonly onChoose?: () => void
} & Needs<Schema, 'companyId'>

/** The company; fixed text for whoever has one. */
export const CompanyField = <Schema extends z.ZodObject>({ form, onChoose }: CompanyFieldProps<Schema>) => {
  const viewer = useViewer()
  const choices = useCompanyChoices()
  const part = partOf<typeof CompanyOnly>(form)
  if (viewer.companyName !== null) return <FixedField label={form.labelOf('companyId')} value={viewer.companyName} />
  return <SelectField form={part} name="companyId" choices={choices} {...(onChoose !== undefined && { onChoose })} />
}

type PlaceFieldsProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What follows from another company or site. */
  readonly onChange?: () => void
} & Needs<Schema, 'companyId' | 'officeId'>

type OfficeFieldProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** What follows from a choice. */
  readonly onChoose?: () => void
} & Needs<Schema, 'officeId'>

/** The company and its site: the site waits for a company, and another company takes the site away. */
export const PlaceFields = <Schema extends z.ZodObject>({ form, onChange }: PlaceFieldsProps<Schema>) => {
  const viewer = useViewer()
  const part = partOf<typeof PlaceDraft>(form)
  const companyId = numberOf(part.draft.companyId)
  const offices = useOfficeChoices(companyId)
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

/** The site alone, among all in reach; fixed text for whoever has one. */
export const OfficeField = <Schema extends z.ZodObject>({ form, onChoose }: OfficeFieldProps<Schema>) => {
  const viewer = useViewer()
  const part = partOf<typeof OfficeOnly>(form)
  // Sites of several companies may carry the same name.
  const choices = usePlaces()?.map((place) => ({
    value: place.officeId,
    label: viewer.companyId === null ? `${place.officeName}（${place.companyName}）` : place.officeName,
  }))
  if (viewer.officeName !== null) return <FixedField label={form.labelOf('officeId')} value={viewer.officeName} />
  return <SelectField form={part} name="officeId" choices={choices} {...(onChoose !== undefined && { onChoose })} />
}
