import dayjs from 'dayjs'
import { CalendarInput } from './calendar-input.tsx'
import { withFirst, withLast, type Days } from './days-in-order.ts'
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

type DayPickerProps = Omit<DayFilterProps, 'label'> & { readonly id?: string; readonly name?: string }

const DayPicker = ({ id, name, value, latest, onChange }: DayPickerProps) => (
  <CalendarInput
    {...(id !== undefined && { id })}
    {...(name !== undefined && { 'aria-label': name })}
    className={styles['day'] ?? ''}
    format={['YYYY/MM/DD', wire, 'YYYYMMDD']}
    placeholder="年/月/日"
    value={value === undefined ? null : dayjs(value)}
    {...(latest !== undefined && { maxDate: dayjs(latest) })}
    onChange={(day) => onChange(day === null ? undefined : dayjs(day).format(wire))}
  />
)

/** A filter by a day. */
export const DayFilter = ({ label, ...day }: DayFilterProps) => <Filter label={label}>{(id) => <DayPicker id={id} {...day} />}</Filter>

type PeriodFilterProps = {
  /** What the two days are called. */
  readonly labels: readonly [from: string, to: string]
  readonly values: Days
  readonly onChange: (days: Days) => void
}

/** A filter by a first and a last day, in one line. */
export const PeriodFilter = ({ labels: [first, last], values: [from, to], onChange }: PeriodFilterProps) => (
  <Filter label="期間">
    {(id) => (
      <span className={styles['period']}>
        <DayPicker id={id} name={first} value={from} onChange={(day) => onChange(withFirst([from, to], day))} />
        <span aria-hidden="true">–</span>
        <DayPicker name={last} value={to} onChange={(day) => onChange(withLast([from, to], day))} />
      </span>
    )}
  </Filter>
)

/** The same as two filters, each with its own label in sight. */
export const DayFilters = ({ labels: [first, last], values: [from, to], onChange }: PeriodFilterProps) => (
  <>
    <DayFilter label={first} value={from} onChange={(day) => onChange(withFirst([from, to], day))} />
    <DayFilter label={last} value={to} onChange={(day) => onChange(withLast([from, to], day))} />
  </>
)
