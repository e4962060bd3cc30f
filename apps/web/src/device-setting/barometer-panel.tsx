import { BarometerForm as BarometerSchema, type BarometerSetting } from '@mimamori/contract/device-setting'
import { endpoints } from '@mimamori/contract/endpoints'
import { FormSection, WideField } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { call } from '../platform/api.ts'
import { BarometerChoice, type DeviceChoiceProps } from './device-choice.tsx'
import { DevicePanel } from './device-panel.tsx'
import { NumberField } from './number-field.tsx'
import { LoadedSetting, SettingBody } from './setting-body.tsx'
import { barometerShape } from './setting-schema.ts'
import { choices } from './setting-words.ts'
import { Tracked } from './tracked.tsx'
import { useIntervalLock } from './use-interval-lock.ts'
import { useSettingForm } from './use-setting-form.ts'

type Dirty = { readonly onDirty: (dirty: boolean) => void }
type BarometerFormProps = Dirty & {
  readonly officeId: number
  readonly serial: string
  readonly setting: BarometerSetting
  readonly reload: () => void
}

const BarometerForm = ({ officeId, serial, setting, reload, onDirty }: BarometerFormProps) => {
  const intervalLock = useIntervalLock()
  const state = useSettingForm({
    id: 'barometer',
    schema: BarometerSchema,
    resource: 'barometerSetting',
    shape: barometerShape,
    setting,
    save: (values, version) =>
      call(endpoints.barometerSetting.update, { body: { ...values, officeId, referenceBarometerId: serial, version } }),
    reload,
    onDirty,
  })
  const { form } = state
  return (
    <SettingBody state={state} shape={barometerShape} chosen={{ kind: 'barometer', officeId, serial }}>
      {(track) => (
        <>
          <FormSection name="通信">
            <NumberField form={form} track={track} name="intervalTimeSetting" hint="1〜1440" locked={intervalLock} />
          </FormSection>
          <FormSection name="設置した場所" note="マップの位置とは別に、基準局に覚えさせる緯度と経度です。">
            <NumberField form={form} track={track} name="latitude" hint="-90〜90。例 35.681236" />
            <NumberField form={form} track={track} name="longitude" hint="-180〜180。例 139.767125" />
          </FormSection>
          <FormSection name="一度だけ行う指示" note="保存したときに1回だけ基準局に伝わります。">
            <Tracked track={track} name="barometricPressure" hint="再校正のあとは、端末の高さを0に合わせ直してください。">
              {(hint) => <RadioField form={form} name="barometricPressure" choices={choices.calibration} hint={hint} />}
            </Tracked>
            <WideField>
              <Tracked track={track} name="firmwareUpdate" hint="更新の間、基準局は測定できません。">
                {(hint) => <RadioField form={form} name="firmwareUpdate" choices={choices.barometerFirmware} hint={hint} />}
              </Tracked>
            </WideField>
          </FormSection>
        </>
      )}
    </SettingBody>
  )
}

/** The base station, which is the reference barometer: which one, its setting, and what it has confirmed. */
export const BarometerPanel = ({ onDirty, ...choice }: DeviceChoiceProps & Dirty) => {
  const { officeId, serial } = choice
  return (
    <DevicePanel
      title="基準局（気圧基準器）"
      note="保存すると、変わった項目が基準局に送られます。"
      choice={<BarometerChoice {...choice} />}
      serial={serial}
      wayIn="設定する基準局を選んでください。"
    >
      {serial !== undefined && (
        <LoadedSetting key={serial} endpoint={endpoints.barometerSetting.one} input={{ query: { officeId, referenceBarometerId: serial } }}>
          {(setting, reload) => <BarometerForm officeId={officeId} serial={serial} setting={setting} reload={reload} onDirty={onDirty} />}
        </LoadedSetting>
      )}
    </DevicePanel>
  )
}
