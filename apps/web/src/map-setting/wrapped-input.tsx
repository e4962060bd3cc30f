import { Input } from 'antd'
import type { ComponentProps } from 'react'
import styles from './wrapped-input.module.css'

type Props = Omit<ComponentProps<typeof Input.TextArea>, 'value' | 'onChange' | 'autoSize' | 'rows'> & {
  readonly value: string
  readonly onChange: (text: string) => void
}

/**
 * One line of text that wraps where the column is narrower, so that it can be read in full. It takes no line breaks; pasted
 * ones become spaces.
 */
export const WrappedInput = ({ value, onChange, ...area }: Props) => (
  <span className={styles['box']} data-text={value === '' ? area.placeholder : value}>
    <Input.TextArea
      {...area}
      rows={1}
      className={styles['area'] ?? ''}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\s*[\r\n]+\s*/g, ' '))}
      onKeyDown={(event) => {
        // Enter that confirms what an input method wrote is not typed.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
    />
  </span>
)
