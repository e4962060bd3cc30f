import { Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Filter } from './filter-bar.tsx'
import styles from './filter-fields.module.css'
import type { Choice } from './form/select-field.tsx'
import { typingPauseMs } from './typing-pause.ts'

type SelectFilterProps<Value extends string | number> = {
  readonly label: string
  readonly value: Value | undefined
  readonly choices: readonly Choice<Value>[] | undefined
  /** What no choice means; null where there is always one. */
  readonly all?: string | null
  readonly onChange: (value: Value | undefined) => void
}

/** What a filter shows of a value that is no choice: an address may name what was deleted, or is somebody else's. */
export const unknownChoice = <Value extends string | number>(value: Value, isPending: boolean): Choice<Value> => ({
  value,
  label: isPending ? '読み込み中' : '見つかりません',
})

// antd takes no undefined for a choice that shows a word of its own.
const everything = ''

/** A filter by one of several values. */
export const SelectFilter = <Value extends string | number>({
  label,
  value,
  choices,
  all = 'すべて',
  onChange,
}: SelectFilterProps<Value>) => (
  <Filter label={label}>
    {(id) => (
      <Select<Value | typeof everything>
        id={id}
        className={styles['select'] ?? ''}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        loading={choices === undefined}
        value={value ?? everything}
        options={[
          ...(all === null ? [] : [{ value: everything, label: all } as const]),
          ...(value === undefined || choices?.some((choice) => choice.value === value) === true
            ? []
            : [unknownChoice(value, choices === undefined)]),
          ...(choices ?? []),
        ]}
        onChange={(chosen) => onChange(chosen === everything ? undefined : chosen)}
      />
    )}
  </Filter>
)

type TextFilterProps = {
  readonly label: string
  readonly value: string | undefined
  readonly placeholder?: string
  readonly onChange: (value: string | undefined) => void
}

/** A filter by a piece of text; it acts on Enter and when the field is left, not at each key of an unfinished word. */
export const TextFilter = ({ label, value = '', placeholder = '', onChange }: TextFilterProps) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed from outside: the back button, or all filters cleared.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const apply = () => {
    const next = typed.trim()
    if (next !== value) onChange(next === '' ? undefined : next)
  }
  return (
    <Filter label={label}>
      {(id) => (
        <Input
          id={id}
          className={styles['text'] ?? ''}
          allowClear
          placeholder={placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            // The cross of the field clears the filter at once.
            if (event.type === 'click') onChange(undefined)
          }}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply()
          }}
        />
      )}
    </Filter>
  )
}

/** A filter that acts while one types, a moment after the last key: for numbers, and for searches inside a dialog. */
export const TypingFilter = ({ label, value, placeholder = '', onChange }: TextFilterProps) => {
  const [typed, setTyped] = useState(value ?? '')
  const [known, setKnown] = useState({ value, sent: value })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What else has been filtered by meanwhile must not be lost when the pause is over.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // The value changed from outside: the back button, or all filters cleared. One's own typing only comes back here.
  if (known.value !== value) {
    setKnown({ value, sent: value })
    if (known.sent !== value) setTyped(value ?? '')
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const sent = text.trim() === '' ? undefined : text.trim()
      setKnown((before) => ({ ...before, sent }))
      if (sent !== latest.current.value) latest.current.onChange(sent)
    }, typingPauseMs)
  }
  return (
    <Filter label={label}>
      {(id) => (
        <Input
          id={id}
          className={styles['text'] ?? ''}
          allowClear
          placeholder={placeholder}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Filter>
  )
}
