import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { GatewayDraft, GatewayType, type Gateway } from '@mimamori/contract/gateway'
import { useParams } from '@tanstack/react-router'
import { draftOf } from '../kit/form/draft-of.ts'
import { FixedField, FormSection } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
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
import { useScreenSearch } from '../platform/screen.ts'
import { useGatewayTypes } from './use-gateway-types.ts'

const list = screens.gatewayList
const schemas = { create: GatewayDraft.extend(companyOf(true)), update: GatewayDraft.extend(companyOf(false)) }

const keepChoices = [
  { value: '0', label: '一緒に動かす' },
  { value: '1', label: '残す' },
]

const restChoices = [
  { value: '0', label: '休憩所ではない' },
  { value: '1', label: '休憩所にする' },
]

type GatewayFormProps = {
  readonly office: { readonly companyId?: number | null; readonly officeId: number | null }
  /** The number of a new one that sends already. */
  readonly serialNumber?: string
  readonly record?: Gateway
  readonly reload?: () => void
}

const GatewayForm = ({ office, serialNumber = '', record, reload }: GatewayFormProps) => {
  const mode = record === undefined ? 'create' : 'update'
  const types = useGatewayTypes()
  const form = useResourceForm('gateway', {
    mode,
    list,
    schema: schemas[mode],
    resource: 'gateway',
    initial: {
      ...draftOf(GatewayDraft, record ?? { ...newInstallation, serialNumber }),
      ...office,
      keepMapInfo: record?.keepMapInfo === true ? '1' : '0',
      restPlace: record?.restPlace === true ? '1' : '0',
    },
    save: ({ companyId: _, ...values }) =>
      record === undefined
        ? call(endpoints.gateway.create, { body: values })
        : call(endpoints.gateway.update, { body: { ...values, version: record.version } }),
    reload,
  })
  return (
    <ResourceForm list={list} mode={mode} form={form} {...(mode === 'update' && { note: '' })}>
      <OfficeSection form={form} record={record} />
      <FormSection name={list.title} note="子機は、親機を通してデータを送ります。">
        {record === undefined ? (
          <RadioField form={form} name="gatewayType" choices={types ?? []} />
        ) : (
          <FixedField label={form.labelOf('gatewayType')} value={record.gatewayTypeValue} />
        )}
        <TextField
          form={form}
          name="serialNumber"
          face="id"
          placeholder="例 GW-01"
          hint="20文字まで。半角の英数字と . _ -"
          {...(mode === 'update' && { locked: '登録後は変更できません。' })}
        />
        <InstallationFields form={form} statuses={['1', '0', '9']} example="東側 外部足場 3段目" />
        <RadioField
          form={form}
          name="restPlace"
          choices={restChoices}
          hint="休憩所の機器が5分以上続けて受信した人は、自動で休憩中になります。ほかの機器が受信すると、休憩は終わります。"
        />
        <RadioField
          form={form}
          name="keepMapInfo"
          choices={keepChoices}
          hint="つながる暑さ指数計をマップで動かしたときに、この機器の位置をどうするかです。"
        />
      </FormSection>
    </ResourceForm>
  )
}

/** /gateway/create/new?OfficeId=&&OfficeValue=&SerialNumber= */
export const GatewayCreateScreen = () => {
  const begun = useNewDevice()
  return begun === undefined ? <LoadingOverlay /> : <GatewayForm {...begun} />
}

/** /gateway/edit/{serialNumber}?OfficeId=&&OfficeValue=&type= */
export const GatewayEditScreen = () => {
  const { serialNumber = '' } = useParams({ strict: false })
  const query = useOfficeIdFromAddress()
  // A link that leaves the type out most likely means a parent.
  const type = GatewayType.safeParse(useScreenSearch('gatewayEdit').type).data ?? '1'
  return (
    <LoadedRecord list={list} endpoint={endpoints.gateway.one} input={{ params: { type, id: serialNumber }, query }}>
      {(record, reload) => <GatewayForm office={{ officeId: record.officeId }} record={record} reload={reload} />}
    </LoadedRecord>
  )
}
