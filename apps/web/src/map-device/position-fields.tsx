import { Input } from 'antd'
import { useId, useState } from 'react'
import type { Spot } from '../map-canvas/map-geometry.ts'
import styles from './position-fields.module.css'
import { spotFields, spotTexts, typedNumber, withNumber } from './spots.ts'

type Props = {
  readonly serial: string
  readonly spot: Spot
  readonly onType: (spot: Spot) => void
}

type NumberProps = Props & { readonly index: 0 | 1 }

const NumberPart = ({ serial, spot, index, onType }: NumberProps) => {
  const { name, unit, least, most } = spotFields[spot.kind][index]
  const shown = spotTexts(spot)[index]
  // Text that is being typed stays as it is; when the pin moves otherwise, its number comes in.
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typedNumber(typed, { least, most }) === null
  const note = useId()
  return (
    <span className={styles['part']}>
      <span className={styles['field']}>
        {name}
        <Input
          aria-label={`${serial}の${name}`}
          size="small"
          className={styles['number'] ?? ''}
          data-kind={spot.kind}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? shown}
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
          {...(isWrong && { 'aria-describedby': note })}
          onChange={({ target }) => {
            setTyped(target.value)
            const value = typedNumber(target.value, { least, most })
            if (value !== null) onType(withNumber(spot, index, value))
          }}
          onBlur={() => setTyped(undefined)}
        />
        {unit}
      </span>
      {isWrong && (
        <span id={note} role="alert" className={styles['wrong']}>
          {least}から{most}までの数で入れてください。
        </span>
      )}
    </span>
  )
}

/** The two numbers of a pin's place, to be typed exactly. */
export const PositionFields = (props: Props) => (
  <span className={styles['fields']}>
    <NumberPart {...props} index={0} />
    <NumberPart {...props} index={1} />
  </span>
)
