import { Radio } from 'antd'
import { chooseMode, useModeChoice, type ModeChoice } from '../platform/colour-mode.ts'

const choices: readonly { value: ModeChoice; label: string }[] = [
  { value: 'auto', label: '端末の設定に合わせる' },
  { value: 'light', label: '明るい' },
  { value: 'dark', label: '暗い' },
]

/** Light, dark, or as the device says. */
export const ModeField = () => (
  <Radio.Group
    aria-label="画面の明るさ"
    options={[...choices]}
    value={useModeChoice()}
    onChange={(event) => chooseMode(event.target.value as ModeChoice)}
  />
)
