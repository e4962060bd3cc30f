import { FormSection, WideField } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { LedField } from './led-field.tsx'
import { NumberField } from './number-field.tsx'
import { heightDoubts, type TerminalSchema } from './setting-schema.ts'
import { choices } from './setting-words.ts'
import styles from './terminal-fields.module.css'
import { Tracked, type Track } from './tracked.tsx'
import { useIntervalLock } from './use-interval-lock.ts'

type Form = FormState<typeof TerminalSchema>
type FieldsProps = { readonly form: Form; readonly track: Track }

type ToggleProps = FieldsProps & { readonly name: 'buzzer' | 'checkAltitude' | 'shoulderMode' | 'emergencyAlerts'; readonly hint?: string }

const ToggleField = ({ form, track, name, hint }: ToggleProps) => (
  <Tracked track={track} name={name} hint={hint}>
    {(fieldHint) => <RadioField form={form} name={name} choices={choices.onOff} hint={fieldHint} />}
  </Tracked>
)

const HeightFields = (props: FieldsProps) => {
  const doubts = heightDoubts(props.form.draft)
  return (
    <FormSection name="高さの判定" note="気圧基準器からの高さで、フックの掛け忘れを見張ります。">
      <ToggleField {...props} name="checkAltitude" hint="オフにすると、フックのアラートを出しません。" />
      <NumberField {...props} name="onWaitingTime" hint="0〜1440。空欄のときは1分" />
      <NumberField {...props} name="settingAltitude" hint="-70000〜70000。この高さ以上でアラート" />
      <NumberField {...props} name="heightAltitude" hint="-70000〜70000。この高さより下で解除" />
      <WideField>
        <div role="status" className={styles['doubts']}>
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </div>
      </WideField>
      <NumberField {...props} name="offsetSettings" hint="-1〜100。空欄のときは機器のまま" />
    </FormSection>
  )
}

type OnceProps = FieldsProps & { readonly restore: (names: readonly string[]) => void }

/** What a terminal does once; what belongs to an instruction can be filled in only where it is given. */
const OnceFields = ({ form, track, restore }: OnceProps) => {
  const { locationUpdateFlag, slaveIdUpdate } = form.draft
  const locked = (fieldValue: unknown, how: string) => (fieldValue === '1' ? undefined : `「${how}」を選ぶと入力できます。`)
  const placeLocked = locked(locationUpdateFlag, '更新する')
  const slaveLocked = locked(slaveIdUpdate, '書き換える')
  return (
    <FormSection name="一度だけ行う指示" note="保存したときに1回だけ端末に伝わります。">
      <WideField>
        <Tracked track={track} name="locationUpdateFlag">
          {(fieldHint) => (
            <RadioField
              form={form}
              name="locationUpdateFlag"
              choices={choices.location}
              hint={fieldHint}
              onChoose={(value) => value === '0' && restore(['latitude', 'longitude'])}
            />
          )}
        </Tracked>
      </WideField>
      <NumberField form={form} track={track} name="latitude" hint="-90〜90。例 35.681236" locked={placeLocked} />
      <NumberField form={form} track={track} name="longitude" hint="-180〜180。例 139.767125" locked={placeLocked} />
      <Tracked track={track} name="slaveIdUpdate">
        {(fieldHint) => (
          <RadioField
            form={form}
            name="slaveIdUpdate"
            choices={choices.rewrite}
            hint={fieldHint}
            onChoose={(value) => value === '0' && restore(['slaveId'])}
          />
        )}
      </Tracked>
      <Tracked track={track} name="slaveId" hint={slaveLocked ?? '250文字まで'}>
        {(fieldHint) => (
          <TextField form={form} name="slaveId" face="id" {...(slaveLocked === undefined ? { hint: fieldHint } : { locked: fieldHint })} />
        )}
      </Tracked>
      <WideField>
        <Tracked track={track} name="firmwareUpdate" hint="更新の間、端末は測定できません。">
          {(fieldHint) => <RadioField form={form} name="firmwareUpdate" choices={choices.terminalFirmware} hint={fieldHint} />}
        </Tracked>
      </WideField>
    </FormSection>
  )
}

/** Every field of a terminal's setting. */
export const TerminalFields = ({ restore, ...props }: OnceProps) => {
  const { form, track } = props
  const intervalLock = useIntervalLock()
  return (
    <>
      <FormSection name="通信">
        <NumberField {...props} name="intervalTimeSetting" hint="1〜1440" locked={intervalLock} />
        <NumberField {...props} name="locationInformationTransmissionInterval" hint="1〜1440" locked={intervalLock} />
      </FormSection>
      <HeightFields {...props} />
      <FormSection name="光と音">
        <WideField>
          <Tracked track={track} name="ledColor" hint="色を選んで「OK」で決めます。">
            {(fieldHint) => <LedField form={form} hint={fieldHint} />}
          </Tracked>
        </WideField>
        <ToggleField {...props} name="buzzer" />
        <ToggleField {...props} name="emergencyAlerts" />
        <ToggleField {...props} name="shoulderMode" />
      </FormSection>
      <OnceFields {...props} restore={restore} />
    </>
  )
}
