import { Radio } from 'antd'
import { usePhrase } from '../platform/phrases.ts'
import { chooseMode, useModeChoice, type ModeChoice } from '../platform/colour-mode.ts'

const choices: readonly { value: ModeChoice; label: string }[] = [
  { value: 'auto', label: '端末の設定に合わせる' },
  { value: 'light', label: '明るい' },
  { value: 'dark', label: '暗い' },
]

/** Light, dark, or as the device says. */
export const ModeField = () => {
  const phrase = usePhrase()
  return (
    <Radio.Group
      aria-label={phrase('画面の明るさ')}
      options={choices.map(({ value, label }) => ({ value, label: phrase(label) }))}
      value={useModeChoice()}
      onChange={(event) => chooseMode(event.target.value as ModeChoice)}
    />
  )
}
