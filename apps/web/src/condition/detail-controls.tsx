import { Checkbox, Segmented, Select } from 'antd'
import { useId } from 'react'
import { usePhrase } from '../platform/phrases.ts'
import type { DayOffset } from './detail-search.ts'
import { useGroup } from './use-subject.ts'
import styles from './detail-screen.module.css'
import { Phrase } from '../kit/phrase.tsx'

const days: readonly { readonly value: DayOffset; readonly label: string }[] = [
  { value: 2, label: '一昨日' },
  { value: 1, label: '昨日' },
  { value: 0, label: '今日' },
]
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${hour}時から` }))

/** A leader's choice of a member. */
export const MemberChoice = ({
  userId,
  onMember,
}: {
  readonly userId: number | undefined
  readonly onMember: (userId: number) => void
}) => {
  const group = useGroup()
  if (group === undefined) return null
  return (
    <Select
      aria-label="メンバー"
      className={styles['member'] ?? ''}
      value={userId ?? null}
      options={group.map((row) => ({ value: row.userId, label: row.fullName }))}
      onChange={(chosen) => chosen !== null && onMember(chosen)}
    />
  )
}

type Props = {
  readonly day: DayOffset
  readonly hour: number
  readonly auto: boolean
  readonly onDay: (day: DayOffset) => void
  readonly onHour: (hour: number) => void
  readonly onAuto: (on: boolean) => void
}

/** Which day, from which hour, and whether it keeps itself current. */
export const DetailControls = ({ day, hour, auto, onDay, onHour, onAuto }: Props) => {
  const id = useId()
  const phrase = usePhrase()
  return (
    <>
      <Segmented
        aria-label={phrase('日')}
        className={styles['day'] ?? ''}
        value={day}
        options={days.map((one) => ({ ...one, label: phrase(one.label) }))}
        onChange={onDay}
      />
      <span className={styles['time']}>
        <label htmlFor={id}>
          <Phrase text="時刻" />
        </label>
        <Select
          id={id}
          className={styles['hour'] ?? ''}
          value={hour}
          options={hours.map((one) => ({ ...one, label: phrase(one.label) }))}
          onChange={onHour}
        />
      </span>
      <Checkbox checked={auto} onChange={(event) => onAuto(event.target.checked)}>
        <Phrase text="自動更新（60秒）" />
      </Checkbox>
    </>
  )
}
