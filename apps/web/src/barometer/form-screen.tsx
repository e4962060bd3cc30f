import { BarometerDraft, type Barometer } from '@mimamori/contract/barometer'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { useParams } from '@tanstack/react-router'
import { draftOf } from '../kit/form/draft-of.ts'
import { FormSection } from '../kit/form/form-section.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { useOfficeIdFromAddress } from '../organisation/offices/office-from-address.ts'
import { companyOf, newInstallation } from '../organisation/devices/device-draft.ts'
import { OfficeSection, InstallationFields } from '../organisation/devices/device-fields.tsx'
import { useNewDevice } from '../organisation/devices/new-device.ts'
import { call } from '../platform/api.ts'

const list = screens.barometerList
const schemas = { create: BarometerDraft.extend(companyOf(true)), update: BarometerDraft.extend(companyOf(false)) }

const statuses = ['1', '0']

type BarometerFormProps = {
  readonly office: { readonly companyId?: number | null; readonly officeId: number | null }
  /** The number of a new one that sends already. */
  readonly serialNumber?: string
  readonly record?: Barometer
  readonly reload?: () => void
}

const BarometerForm = ({ office, serialNumber = '', record, reload }: BarometerFormProps) => {
  const mode = record === undefined ? 'create' : 'update'
  const form = useResourceForm('barometer', {
    mode,
    list,
    schema: schemas[mode],
    resource: 'barometer',
    initial: { ...draftOf(BarometerDraft, record ?? { ...newInstallation, id: serialNumber }), ...office },
    save: ({ companyId: _, ...values }) =>
      record === undefined
        ? call(endpoints.barometer.create, { body: values })
        : call(endpoints.barometer.update, { body: { ...values, version: record.version } }),
    reload,
  })
  // A file may have put it under maintenance, which this form does not offer, yet must not lose.
  const offered = record === undefined || statuses.includes(record.installationStatus) ? statuses : [...statuses, record.installationStatus]
  return (
    <ResourceForm list={list} mode={mode} form={form} {...(mode === 'update' && { note: '' })}>
      <OfficeSection form={form} record={record} />
      <FormSection name={list.title}>
        <TextField
          form={form}
          name="id"
          face="id"
          placeholder="例 RB-1"
          hint="20文字まで。半角の英数字と . _ -"
          {...(mode === 'update' && { locked: '登録後は変更できません。' })}
        />
        <InstallationFields form={form} statuses={offered} example="1階 詰所の前" />
      </FormSection>
    </ResourceForm>
  )
}

/** /ReferenceBarometer/new?OfficeId=&SerialNumber= */
export const BarometerCreateScreen = () => {
  const begun = useNewDevice()
  return begun === undefined ? <LoadingOverlay /> : <BarometerForm {...begun} />
}

/** /ReferenceBarometer/edit/{id}?OfficeId= */
export const BarometerEditScreen = () => {
  const { id = '' } = useParams({ strict: false })
  const query = useOfficeIdFromAddress()
  return (
    <LoadedRecord list={list} endpoint={endpoints.barometer.one} input={{ params: { id }, query }}>
      {(record, reload) => <BarometerForm office={{ officeId: record.officeId }} record={record} reload={reload} />}
    </LoadedRecord>
  )
}
