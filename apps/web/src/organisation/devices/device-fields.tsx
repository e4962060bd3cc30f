import { installationStatusNames, mapDisplayNames } from '@mimamori/contract/kbn'
import { InstallationStatus, LocationName, MapDisplay } from '@mimamori/contract/site-device'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { FixedField, FormSection } from '../../kit/form/form-section.tsx'
import { partOf, type Needs } from '../../kit/form/part-of.ts'
import { RadioField } from '../../kit/form/radio-field.tsx'
import { TextField } from '../../kit/form/text-field.tsx'
import type { FormState } from '../../kit/form/use-form.ts'
import { useViewer } from '../../platform/viewer.ts'
import { type CompanyAndOffice, CompanyAndOfficeFields } from '../offices/office-fields.tsx'

const Installation = z.object({ installationStatus: InstallationStatus, locationName: LocationName, status: MapDisplay })

const choicesOf = (names: Readonly<Record<string, string>>, codes: readonly string[]) =>
  codes.map((value) => ({ value, label: names[value] ?? value }))

type InstallationFieldsProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** Which installation statuses can be chosen. */
  readonly statuses: readonly string[]
  readonly example: string
} & Needs<Schema, 'installationStatus' | 'locationName' | 'status'>

/** Whether a device is installed, where, and whether its map shows it. */
export const InstallationFields = <Schema extends z.ZodObject>({ form, statuses, example }: InstallationFieldsProps<Schema>) => {
  const part = partOf<typeof Installation>(form)
  return (
    <>
      <RadioField form={part} name="installationStatus" choices={choicesOf(installationStatusNames, statuses)} />
      <TextField form={part} name="locationName" placeholder={`例 ${example}`} hint="100文字まで" />
      <RadioField
        form={part}
        name="status"
        choices={choicesOf(mapDisplayNames, ['1', '0'])}
        hint="マップに置いてあるときに、マップに出すかどうかです。"
      />
    </>
  )
}

type OfficeSectionProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** The office of a device that is there already. */
  readonly record: { readonly officeName: string; readonly companyName: string } | undefined
  /** What else there is to say of the office. */
  readonly children?: ReactNode
} & Needs<Schema, 'companyId' | 'officeId'>

/** The company and office: chosen for a new device, fixed for one that has an office, since moving costs it its links. */
export const OfficeSection = <Schema extends z.ZodObject>({ form, record, children }: OfficeSectionProps<Schema>) => {
  const viewer = useViewer()
  const part = partOf<typeof CompanyAndOffice>(form)
  const mayMove = record !== undefined && viewer.officeId === null
  return (
    <FormSection name="拠点" {...(mayMove && { note: '拠点は、一覧の「移す」で変えます。' })}>
      {record === undefined ? (
        <CompanyAndOfficeFields form={part} />
      ) : (
        <>
          <FixedField label={part.labelOf('companyId')} value={record.companyName} />
          <FixedField label={part.labelOf('officeId')} value={record.officeName} />
        </>
      )}
      {children}
    </FormSection>
  )
}
