import { DeviceDraft, DeviceType, type Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { useParams, useSearch } from '@tanstack/react-router'
import { FixedField, FormSection } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { Record } from '../kit/record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { useAskedPlace, useNamedOffice } from '../organisation/asked-place.ts'
import { companyOf, SiteSection } from '../organisation/device-fields.tsx'
import { call } from '../platform/api.ts'
import { useDeviceTypes } from './use-device-types.ts'

const name = '体調デバイス'
const listPath = '/vital-device/list'
const schemas = { create: DeviceDraft.safeExtend(companyOf(true)), update: DeviceDraft.safeExtend(companyOf(false)) }

const anySerial = '16文字まで。半角の英数字と . _ -'
/** What a serial looks like, by type. */
const serialHints: Readonly<Record<string, string>> = {
  '1': '0 から 32767 までの数字',
  '3': '16文字まで。半角の英数字と . _ - で、数字を1文字以上含みます。',
}

type DeviceFormProps = {
  readonly place: { readonly companyId?: number | null; readonly officeId: number | null }
  readonly record?: Device
  readonly reload?: () => void
}

const DeviceForm = ({ place, record, reload }: DeviceFormProps) => {
  const mode = record === undefined ? 'create' : 'update'
  const types = useDeviceTypes()
  const form = useResourceForm('vital-device', {
    mode,
    listPath,
    schema: schemas[mode],
    resource: 'device',
    initial: { ...place, deviceType: record?.deviceType ?? null, serialNumber: record?.serialNumber ?? '' },
    save: ({ companyId: _, ...values }) =>
      record === undefined ? call(endpoints.device.create, { body: values }) : call(endpoints.device.update, { body: { ...values, version: record.version } }),
    reload,
  })
  return (
    <ResourceForm name={name} mode={mode} listPath={listPath} form={form}>
      <SiteSection form={form} record={record} />
      <FormSection name={name}>
        {record === undefined ? (
          <RadioField form={form} name="deviceType" choices={types ?? []} />
        ) : (
          <FixedField label={form.labelOf('deviceType')} value={record.deviceTypeValue} />
        )}
        <TextField
          form={form}
          name="serialNumber"
          face="id"
          hint={serialHints[String(form.draft.deviceType ?? '')] ?? anySerial}
          {...(mode === 'update' && { locked: '登録後は変更できません。' })}
        />
      </FormSection>
    </ResourceForm>
  )
}

/** /vital-device/create/new?OfficeId=&OfficeValue= */
export const VitalDeviceCreateScreen = () => {
  const place = useAskedPlace(useSearch({ strict: false }))
  return place === undefined ? <LoadingOverlay /> : <DeviceForm place={place} />
}

/** /vital-device/edit/{serialNumber}?OfficeId=&OfficeValue=&DeviceType= */
export const VitalDeviceEditScreen = () => {
  const { serialNumber = '' } = useParams({ strict: false })
  const { DeviceType: asked }: { DeviceType?: unknown } = useSearch({ strict: false })
  const query = { ...useNamedOffice(), deviceType: DeviceType.safeParse(asked).data }
  return (
    <Record name={name} listPath={listPath} endpoint={endpoints.device.one} input={{ params: { id: serialNumber }, query }}>
      {(record, reload) => <DeviceForm place={{ officeId: record.officeId }} record={record} reload={reload} />}
    </Record>
  )
}
