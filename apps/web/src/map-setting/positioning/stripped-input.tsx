import { Input } from 'antd'
import { useRef, type ComponentProps } from 'react'
import { stripped } from './typed-number.ts'

type Props = Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> & {
  readonly value: string
  readonly onChange: (text: string) => void
  /** What is left of what is typed: digits, dot and minus where nothing else is said. */
  readonly strip?: (text: string) => string
}

/** A line that takes only what belongs to a number. What an input method is still writing stays until it is done. */
export const StrippedInput = ({ onChange, strip = stripped, ...input }: Props) => {
  const composing = useRef(false)
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        onChange(strip(event.currentTarget.value))
      }}
      onChange={(event) => onChange(composing.current ? event.target.value : strip(event.target.value))}
    />
  )
}
