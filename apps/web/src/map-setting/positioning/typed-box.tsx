import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { StrippedInput } from './stripped-input.tsx'
import styles from './typed-box.module.css'
import { faultOf, isBlank, numberText, stripped, type NumberRange } from './typed-number.ts'

type TypedBoxProps = {
  readonly label: string
  readonly unit?: ReactNode
  /** What is there now, as the field shows it. */
  readonly value: string
  readonly strip?: (text: string) => string
  /** What is wrong with a text; undefined for one that can be taken, and for nothing. */
  readonly faultOf: (text: string) => string | undefined
  /** Called at once with every valid text. `run` is one for all that is typed in one go. */
  readonly onType: (text: string, run: string) => void
}

/** A field that acts while it is typed. Nothing, or a minus alone, changes nothing; what is wrong stays with its fault. */
export const TypedBox = ({ label, unit, value, strip = stripped, faultOf: faultIn, onType }: TypedBoxProps) => {
  const id = useId()
  const visits = useRef(0)
  const isInside = useRef(false)
  const [typed, setTyped] = useState<string | null>(null)
  // What somebody does with the drawing itself replaces what was left here.
  useEffect(() => {
    if (!isInside.current) setTyped(null)
  }, [value])

  const fault = typed === null ? undefined : faultIn(typed)
  return (
    <div className={styles['box']}>
      <label htmlFor={id}>{label}</label>
      <StrippedInput
        id={id}
        value={typed ?? value}
        strip={strip}
        suffix={unit}
        status={fault === undefined ? '' : 'error'}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onFocus={() => {
          isInside.current = true
          visits.current += 1
        }}
        onBlur={() => {
          isInside.current = false
          if (fault === undefined) setTyped(null)
        }}
        onChange={(text) => {
          setTyped(text)
          if (!isBlank(text) && faultIn(text) === undefined) onType(text, `${id}-${visits.current}`)
        }}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert" className={styles['fault']}>
          <ExclamationCircleFilled aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}

type NumberBoxProps = {
  readonly range: NumberRange
  readonly unit?: string
  readonly value: number
  readonly decimals: number
  readonly onChange: (value: number, run: string) => void
}

/** A number of a range. */
export const NumberBox = ({ range, unit, value, decimals, onChange }: NumberBoxProps) => (
  <TypedBox
    label={range.label}
    unit={unit}
    value={numberText(value, decimals)}
    faultOf={(text) => faultOf(text, range)}
    onType={(text, run) => onChange(Number(text), run)}
  />
)
