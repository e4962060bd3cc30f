import { DeviceDraft, type Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useParams } from '@tanstack/react-router'
import { draftOf } from '../kit/form/draft-of.ts'
import { FixedField, FormSection } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { DeviceState } from '../marks/device-state.tsx'
import { useOfficeIdFromAddress } from '../organisation/offices/office-from-address.ts'
import { lossesOf } from '../organisation/devices/device-attachments.ts'
import { batteryOf, unknown } from '../organisation/devices/device-columns.tsx'
import { call } from '../platform/api.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { attachmentsOf } from './attachments.ts'
import { LinkedBarometer, Wearer } from './cells.tsx'
import { isBelt } from './type-icon.tsx'
import { useDeviceTypes } from './use-device-types.ts'

const list = screens.vitalDeviceList
const { device: label } = labels

const moveNote = '拠点は、一覧の「移す」で変えます。'
const fixedNote = '登録後は変更できません。間違えたときは、削除して登録し直します。'

/** What a change between a vital device and a belt takes with it: it is another kind of device from then on. */
const cautionOf = (record: Device, deviceType: string): string | true => {
  if (isBelt(record.deviceType) === isBelt(deviceType)) return true
  const attachments = attachmentsOf(record)
  return [
    '体調デバイスと安全帯の間で種別を変えます。',
    ...lossesOf(attachments),
    ...(attachments.isTold === true ? ['この端末に保存した設定と、送っている途中の設定は消えます。'] : []),
    'この機器の続いているアラートは終わります。',
  ].join('\n')
}

/** How a device is now; nothing of it can be written over. */
const StateNow = ({ record }: { readonly record: Device }) => (
  <FormSection name="いまの状態">
    <FixedField label="着けている人" value={<Wearer row={record} />} />
    <FixedField label={`${label.isAlive}・${label.elapsedTime}`} value={<DeviceState isAlive={record.isAlive} lastAt={record.lastAt} />} />
    <FixedField label={label.heartRate} value={record.heartRate === null ? unknown : `${record.heartRate} bpm`} />
    <FixedField label={label.bateryLevel} value={batteryOf(record.bateryLevel)} />
    {isBelt(record.deviceType) && <FixedField label={label.referenceBarometerId} value={<LinkedBarometer row={record} />} />}
  </FormSection>
)

type EditFormProps = { readonly record: Device; readonly reload: () => void }

/** The type alone can be changed: another number is another device, and another office is a move. */
const EditForm = ({ record, reload }: EditFormProps) => {
  const viewer = useViewer()
  const types = useDeviceTypes()
  const form = useResourceForm('vital-device', {
    mode: 'update',
    list,
    schema: DeviceDraft,
    resource: 'device',
    initial: draftOf(DeviceDraft, record),
    beforeSave: ({ deviceType }) => cautionOf(record, deviceType),
    save: (values) => call(endpoints.device.update, { body: { ...values, fromDeviceType: record.deviceType, version: record.version } }),
    reload,
  })
  return (
    <ResourceForm list={list} mode="update" form={form} note="">
      <FormSection name="拠点" {...(viewer.officeId === null && { note: moveNote })}>
        <FixedField label={label.companyId} value={record.companyName} />
        <FixedField label={label.officeId} value={record.officeName} />
      </FormSection>
      <FormSection name={list.title}>
        <RadioField form={form} name="deviceType" choices={types ?? []} />
        <TextField form={form} name="serialNumber" face="id" locked={fixedNote} />
      </FormSection>
      <StateNow record={record} />
    </ResourceForm>
  )
}

/** /vital-device/edit/{serialNumber}?OfficeId=&OfficeValue=&DeviceType= */
export const VitalDeviceEditScreen = () => {
  const { serialNumber = '' } = useParams({ strict: false })
  const { DeviceType: deviceType } = useScreenSearch('vitalDeviceEdit')
  const query = { ...useOfficeIdFromAddress(), deviceType }
  return (
    <LoadedRecord list={list} endpoint={endpoints.device.one} input={{ params: { id: serialNumber }, query }}>
      {(record, reload) => <EditForm record={record} reload={reload} />}
    </LoadedRecord>
  )
}
