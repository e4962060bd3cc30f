import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { HeatWatcherDraft, type HeatWatcher } from '@mimamori/contract/heat-watcher'
import { useParams } from '@tanstack/react-router'
import { draftOf } from '../kit/form/draft-of.ts'
import { FixedField, FormSection } from '../kit/form/form-section.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { useOfficeIdFromAddress } from '../organisation/offices/office-from-address.ts'
import { companyOf, newInstallation } from '../organisation/devices/device-draft.ts'
import { OfficeSection, InstallationFields } from '../organisation/devices/device-fields.tsx'
import { useNewDevice } from '../organisation/devices/new-device.ts'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { call } from '../platform/api.ts'

const list = screens.heatWatcherList
const schemas = { create: HeatWatcherDraft.extend(companyOf(true)), update: HeatWatcherDraft.extend(companyOf(false)) }

type HeatWatcherFormProps = {
  readonly office: { readonly companyId?: number | null; readonly officeId: number | null }
  /** The number of a new one that sends already. */
  readonly serialNumber?: string
  readonly record?: HeatWatcher
  readonly reload?: () => void
}

const HeatWatcherForm = ({ office, serialNumber = '', record, reload }: HeatWatcherFormProps) => {
  const mode = record === undefined ? 'create' : 'update'
  const form = useResourceForm('heat-watcher', {
    mode,
    list,
    schema: schemas[mode],
    resource: 'heatWatcher',
    initial: { ...draftOf(HeatWatcherDraft, record ?? { ...newInstallation, serialNumber }), ...office },
    save: ({ companyId: _, ...values }) =>
      record === undefined
        ? call(endpoints.heatWatcher.create, { body: values })
        : call(endpoints.heatWatcher.update, { body: { ...values, version: record.version } }),
    reload,
  })
  const officeId = Number(form.draft.officeId ?? 0)
  const baseCode = useOffices()?.find((one) => one.officeId === officeId)?.baseCode
  return (
    <ResourceForm list={list} mode={mode} form={form} {...(mode === 'update' && { note: '' })}>
      <OfficeSection form={form} record={record}>
        <FixedField
          label={form.labelOf('baseCode')}
          value={baseCode === undefined ? '拠点を選ぶと出ます' : <span className="id">{baseCode}</span>}
        />
      </OfficeSection>
      <FormSection name="暑さ指数計">
        <TextField
          form={form}
          name="serialNumber"
          face="id"
          inputMode="numeric"
          placeholder="例 000123"
          hint="子機の正面右下に印字された6桁の数字"
          {...(mode === 'update' && { locked: '登録後は変更できません。' })}
        />
        <InstallationFields form={form} statuses={['1', '0', '9']} example="3階 東側 外部足場" />
      </FormSection>
    </ResourceForm>
  )
}

/** /heat-index-watcher/create/new?OfficeId=&SerialNumber= */
export const HeatWatcherCreateScreen = () => {
  const begun = useNewDevice()
  return begun === undefined ? <LoadingOverlay /> : <HeatWatcherForm {...begun} />
}

/** /heat-index-watcher/edit/{serialNumber}?OfficeId= */
export const HeatWatcherEditScreen = () => {
  const { serialNumber = '' } = useParams({ strict: false })
  const query = useOfficeIdFromAddress()
  return (
    <LoadedRecord list={list} endpoint={endpoints.heatWatcher.one} input={{ params: { id: serialNumber }, query }}>
      {(record, reload) => <HeatWatcherForm office={{ officeId: record.officeId }} record={record} reload={reload} />}
    </LoadedRecord>
  )
}
