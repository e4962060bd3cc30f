import type { TerminalSetting } from '@mimamori/contract/device-setting'
import { endpoints } from '@mimamori/contract/endpoints'
import { call } from '../platform/api.ts'
import { TerminalChoice, type DeviceChoiceProps } from './device-choice.tsx'
import { DevicePanel } from './device-panel.tsx'
import { LoadedSetting, SettingBody } from './setting-body.tsx'
import { heightDoubts, neededFields, TerminalSchema, terminalShape, withMissing } from './setting-schema.ts'
import { TerminalFields } from './terminal-fields.tsx'
import { useSettingForm } from './use-setting-form.ts'

type Dirty = { readonly onDirty: (dirty: boolean) => void }
type TerminalFormProps = Dirty & {
  readonly officeId: number
  readonly serial: string
  readonly setting: TerminalSetting
  readonly reload: () => void
}

const TerminalForm = ({ officeId, serial, setting, reload, onDirty }: TerminalFormProps) => {
  const state = useSettingForm({
    id: 'terminal',
    schema: TerminalSchema,
    resource: 'terminalSetting',
    shape: terminalShape,
    setting,
    save: (values, version) =>
      call(endpoints.terminalSetting.update, { body: { ...values, officeId, smartSafetyBeltId: serial, version } }),
    amend: withMissing,
    doubtsOf: heightDoubts,
    reload,
    onDirty,
  })
  const form = { ...state.form, required: new Set([...state.form.required, ...neededFields(state.form.draft)]) }
  return (
    <SettingBody state={state} shape={terminalShape} chosen={{ kind: 'belt', officeId, serial }}>
      {(track) => <TerminalFields form={form} track={track} restore={state.restore} />}
    </SettingBody>
  )
}

/** The smart safety belt's terminal: which one, its setting, and what it has confirmed. */
export const TerminalPanel = ({ onDirty, ...choice }: DeviceChoiceProps & Dirty) => {
  const { officeId, serial } = choice
  return (
    <DevicePanel
      title="端末（スマート安全帯）"
      note="保存すると、変わった項目が端末に送られます。"
      choice={<TerminalChoice {...choice} />}
      serial={serial}
      wayIn="設定する端末を選んでください。"
    >
      {serial !== undefined && (
        <LoadedSetting key={serial} endpoint={endpoints.terminalSetting.one} input={{ query: { officeId, smartSafetyBeltId: serial } }}>
          {(setting, reload) => <TerminalForm officeId={officeId} serial={serial} setting={setting} reload={reload} onDirty={onDirty} />}
        </LoadedSetting>
      )}
    </DevicePanel>
  )
}
