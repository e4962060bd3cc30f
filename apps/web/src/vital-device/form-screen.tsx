import { DeviceDraft } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { FormSection } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { companyOf } from '../organisation/devices/device-draft.ts'
import { OfficeSection } from '../organisation/devices/device-fields.tsx'
import { useNewDevice } from '../organisation/devices/new-device.ts'
import { call } from '../platform/api.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useDeviceTypes } from './use-device-types.ts'

const list = screens.vitalDeviceList
const schema = DeviceDraft.safeExtend(companyOf(true))

const anySerial = '16文字まで。半角の英数字と . _ -'
/** What a serial looks like, by type. */
const serialHints: Readonly<Record<string, string>> = {
  '1': '0 から 32767 までの数字',
  '3': '16文字まで。半角の英数字と . _ - で、数字を1文字以上含みます。',
}

const DeviceForm = ({ office, serialNumber }: NonNullable<ReturnType<typeof useNewDevice>>) => {
  const { DeviceType: deviceType = null } = useScreenSearch('vitalDeviceCreate')
  const types = useDeviceTypes()
  const form = useResourceForm('vital-device', {
    mode: 'create',
    list,
    schema,
    resource: 'device',
    initial: { companyId: office.companyId, officeId: office.officeId, deviceType, serialNumber },
    save: ({ companyId: _, ...values }) => call(endpoints.device.create, { body: values }),
  })
  return (
    <ResourceForm list={list} mode="create" form={form} note="番号は、登録後は変更できません">
      <OfficeSection form={form} record={undefined} />
      <FormSection name={list.title}>
        <RadioField form={form} name="deviceType" choices={types ?? []} />
        <TextField form={form} name="serialNumber" face="id" hint={serialHints[String(form.draft.deviceType ?? '')] ?? anySerial} />
      </FormSection>
    </ResourceForm>
  )
}

/** /vital-device/create/new?OfficeId=&OfficeValue=&SerialNumber=&DeviceType= */
export const VitalDeviceCreateScreen = () => {
  const begun = useNewDevice()
  return begun === undefined ? <LoadingOverlay /> : <DeviceForm {...begun} />
}
