import { gradeNames } from '@mimamori/contract/labels'
import { channelKindNames, channelKinds } from '@mimamori/contract/notification-channel'
import { Checkbox, Input, Radio } from 'antd'
import { GroupField } from '../kit/form/field.tsx'
import { text } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import type { ChannelForm } from './channel-draft.ts'
import { levelMarks, lowestAfter } from './channel-words.ts'
import styles from './what-fields.module.css'

type Props = { readonly form: FormState<typeof ChannelForm> }

/** From which level on a channel is sent alerts. Emergencies always are. */
export const LevelField = ({ form }: Props) => {
  const lowest = form.draft.level ?? 4
  return (
    <GroupField form={form} name="level" said="">
      {({ id }) => (
        <div className={styles['choices']}>
          {levelMarks.map(({ level, grade }) => (
            <Checkbox
              key={level}
              {...(level === 3 && { id })}
              checked={level >= lowest}
              disabled={level === 4}
              onChange={(event) => form.set('level', lowestAfter(level, event.target.checked))}
            >
              <span className={styles['level']}>
                <LevelMark grade={grade} size={16} decorative />
                {gradeNames[grade]}
              </span>
            </Checkbox>
          ))}
          <span className={styles['always']}>緊急は必ず</span>
        </div>
      )}
    </GroupField>
  )
}

/** What a channel is sent. Calls, reports and alarms of devices always are. */
export const KindField = ({ form }: Props) => {
  const chosen = form.draft.kinds ?? []
  return (
    <GroupField form={form} name="kinds" said="">
      {({ id }) => (
        <div className={styles['choices']}>
          {channelKinds.map((kind, index) => (
            <Checkbox
              key={kind}
              {...(index === 0 && { id })}
              checked={chosen.includes(kind)}
              onChange={(event) =>
                form.set(
                  'kinds',
                  channelKinds.filter((one) => (one === kind ? event.target.checked : chosen.includes(one))),
                )
              }
            >
              {channelKindNames[kind]}
            </Checkbox>
          ))}
          <span className={styles['always']}>呼出・申告・機器の警報は必ず</span>
        </div>
      )}
    </GroupField>
  )
}

const ways = [
  { value: 'always', label: 'いつでも' },
  { value: 'set', label: '決めた時間だけ' },
] as const

/** At which hours a channel is sent what is no emergency; they may pass midnight. */
export const HoursField = ({ form }: Props) => {
  const { hours, from, to } = form.draft
  const clock = (name: 'from' | 'to', value: unknown, invalid: boolean) => (
    <Input
      type="time"
      className={styles['clock'] ?? ''}
      aria-label={form.labelOf(name)}
      aria-invalid={invalid}
      status={invalid ? 'error' : ''}
      value={text(value)}
      onChange={(event) => form.set(name, event.target.value)}
    />
  )
  const isOverNight = typeof from === 'string' && typeof to === 'string' && to !== '' && to < from
  return (
    <GroupField form={form} name="hours" said="">
      {({ id, status }) => (
        <div className={styles['choices']}>
          {ways.map(({ value, label }, index) => (
            <Radio key={value} {...(index === 0 && { id })} name={id} checked={hours === value} onChange={() => form.set('hours', value)}>
              {label}
            </Radio>
          ))}
          {hours === 'set' && (
            <span className={styles['clocks']}>
              {clock('from', from, status === 'error')}
              <span aria-hidden="true">–</span>
              {isOverNight && <span>翌日</span>}
              {clock('to', to, status === 'error')}
            </span>
          )}
          <span className={styles['always']}>緊急は時間帯にかかわらず送ります</span>
        </div>
      )}
    </GroupField>
  )
}
