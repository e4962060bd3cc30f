import { gradeNames } from '@mimamori/contract/labels'
import { settingOf, type SettingName } from '@mimamori/contract/settings'
import { Checkbox, Input, Radio, Select } from 'antd'
import { LevelMark } from '../marks/level-mark.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './setting-row.module.css'
import { targetNames } from '../organisation/settings/setting-value.ts'
import type { SettingForm } from './use-setting-form.ts'

type FieldProps = {
  readonly form: SettingForm
  readonly name: SettingName
  readonly label?: string
  readonly hint?: string
}

/** Minutes, typed. */
export const MinutesField = ({ level, ...row }: FieldProps & { readonly level?: 1 | 2 | 3 }) => (
  <SettingRow {...row} {...(level !== undefined && { mark: <LevelMark grade={level} size={24} decorative /> })}>
    {({ id, value, wrong, disabled, describedBy, set }) => (
      <>
        <Input
          id={id}
          className={styles['number'] ?? ''}
          inputMode="numeric"
          autoComplete="off"
          maxLength={255}
          status={wrong ? 'error' : ''}
          aria-invalid={wrong}
          aria-required
          aria-describedby={describedBy}
          disabled={disabled}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
        <span>{settingOf(...row.name).unit}</span>
      </>
    )}
  </SettingRow>
)

const levels = [1, 2, 3] as const

/** From which level on time accumulates. */
export const LevelField = (row: FieldProps) => (
  <SettingRow {...row} isSet>
    {({ id, value, disabled, set }) => (
      <Radio.Group id={id} optionType="button" disabled={disabled} value={value} onChange={(event) => set(String(event.target.value))}>
        {levels.map((level) => (
          <Radio.Button key={level} value={String(level)}>
            <span className={styles['level']}>
              <LevelMark grade={level} size={16} decorative />
              {level}以上
            </span>
          </Radio.Button>
        ))}
      </Radio.Group>
    )}
  </SettingRow>
)

/** One of some levels. */
export const ChoiceField = ({ grades, ...row }: FieldProps & { readonly grades: readonly (1 | 2 | 3)[] }) => (
  <SettingRow {...row} isSet>
    {({ id, value, disabled, set }) => (
      <Radio.Group id={id} optionType="button" disabled={disabled} value={value} onChange={(event) => set(String(event.target.value))}>
        {grades.map((grade) => (
          <Radio.Button key={grade} value={String(grade)}>
            <span className={styles['level']}>
              <LevelMark grade={grade} size={16} decorative />
              {gradeNames[grade]}まで
            </span>
          </Radio.Button>
        ))}
      </Radio.Group>
    )}
  </SettingRow>
)

const gradeOf = (value: string) => levels.find((level) => String(level) === value)

const drawTarget = ({ value: given }: { readonly value?: string | number | undefined }) => {
  const value = String(given)
  const grade = gradeOf(value)
  return (
    <span className={styles['level']}>
      {grade !== undefined && <LevelMark grade={grade} size={16} decorative />}
      {grade === undefined ? targetNames[value] : `${gradeNames[grade]}から送る`}
    </span>
  )
}

/** From which level on mails go out. */
export const TargetField = (row: FieldProps) => (
  <SettingRow {...row}>
    {({ id, value, disabled, describedBy, set }) => (
      <Select
        id={id}
        className={styles['choice'] ?? ''}
        disabled={disabled}
        aria-describedby={describedBy}
        value={value}
        options={Object.keys(targetNames).map((target) => ({ value: target }))}
        optionRender={drawTarget}
        labelRender={drawTarget}
        onChange={set}
      />
    )}
  </SettingRow>
)

/** Yes or no. */
export const SwitchField = ({ yes, ...row }: FieldProps & { readonly yes: string }) => (
  <SettingRow {...row}>
    {({ id, value, disabled, describedBy, set }) => (
      <Checkbox
        id={id}
        disabled={disabled}
        checked={value === '1'}
        aria-describedby={describedBy}
        onChange={(event) => set(event.target.checked ? '1' : '0')}
      >
        {yes}
      </Checkbox>
    )}
  </SettingRow>
)
