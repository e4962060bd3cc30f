import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { Filter } from './filter-bar.tsx'
import styles from './filter-fields.module.css'

type DayFilterProps = {
  readonly label: string
  readonly value: string | undefined
  /** Later days cannot be chosen. */
  readonly latest?: string
  readonly onChange: (day: string | undefined) => void
}

const wire = 'YYYY-MM-DD'

/** A filter by a day. */
export const DayFilter = ({ label, value, latest, onChange }: DayFilterProps) => (
  <Filter label={label}>
    {(id) => (
      <DatePicker
        id={id}
        className={styles['day'] ?? ''}
        format={['YYYY/MM/DD', wire, 'YYYYMMDD']}
        placeholder="年/月/日"
        value={value === undefined ? null : dayjs(value)}
        {...(latest !== undefined && { maxDate: dayjs(latest) })}
        onChange={(day) => onChange(day === null ? undefined : dayjs(day).format(wire))}
      />
    )}
  </Filter>
)
