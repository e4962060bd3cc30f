import type { Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { labels } from '@mimamori/contract/labels'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { FixedField, FormActions, FormSection } from '../kit/form/form-section.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { Record } from '../kit/record.tsx'
import { useLeave } from '../kit/use-leave.ts'
import { DeviceState } from '../marks/device-state.tsx'
import { useNamedOffice } from '../organisation/asked-place.ts'
import { batteryOf, unknown } from '../organisation/device-columns.tsx'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { LinkedBarometer, TypeOf, Wearer } from './cells.tsx'
import { isBelt } from './type-icon.tsx'

const list = screens.vitalDeviceList
const { device: label } = labels

const moveNote = '拠点は、一覧の「移す」で変えます。'
const fixedNote = '登録後は変更できません。間違えたときは、削除して登録し直します。'

/** What is on record of a device, and how it is now. Nothing of it can be written over: another number is another device. */
const KnownDevice = ({ record }: { readonly record: Device }) => {
  const viewer = useViewer()
  const leave = useLeave(list)
  return (
    <>
      <PageTitle back={list} />
      <Panel>
        <FormSection name="拠点" {...(viewer.officeId === null && { note: moveNote })}>
          <FixedField label={label.companyId} value={record.companyName} />
          <FixedField label={label.officeId} value={record.officeName} />
        </FormSection>
        <FormSection name={list.title} note={fixedNote}>
          <FixedField label={label.deviceType} value={<TypeOf row={record} />} />
          <FixedField label={label.serialNumber} value={<span className="id">{record.serialNumber}</span>} />
        </FormSection>
        <FormSection name="いまの状態">
          <FixedField label="着けている人" value={<Wearer row={record} />} />
          <FixedField
            label={`${label.isAlive}・${label.elapsedTime}`}
            value={<DeviceState isAlive={record.isAlive} lastAt={record.lastAt} />}
          />
          <FixedField label={label.heartRate} value={record.heartRate === null ? unknown : `${record.heartRate} bpm`} />
          <FixedField label={label.bateryLevel} value={batteryOf(record.bateryLevel)} />
          {isBelt(record.deviceType) && <FixedField label={label.referenceBarometerId} value={<LinkedBarometer row={record} />} />}
        </FormSection>
        <FormActions back={<Button onClick={leave}>戻る</Button>}>{null}</FormActions>
      </Panel>
    </>
  )
}

/** /vital-device/edit/{serialNumber}?OfficeId=&OfficeValue=&DeviceType= */
export const VitalDeviceEditScreen = () => {
  const { serialNumber = '' } = useParams({ strict: false })
  const { DeviceType: deviceType } = useScreenSearch('vitalDeviceEdit')
  const query = { ...useNamedOffice(), deviceType }
  return (
    <Record list={list} endpoint={endpoints.device.one} input={{ params: { id: serialNumber }, query }}>
      {(record) => <KnownDevice record={record} />}
    </Record>
  )
}
