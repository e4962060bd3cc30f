import { deviceShapes, type DeviceWord } from './device-shapes.ts'
import styles from './marks.module.css'

type Props = {
  readonly word: DeviceWord
  readonly size?: number
  /** True where the kind's name is beside the mark, so that it is not read twice. */
  readonly decorative?: boolean
}

/** The pin of a device: its shape and character say the kind, its hue is only the foot. */
export const DeviceMark = ({ word, size = 28, decorative = false }: Props) => {
  const { character, name, outline, foot, characterY } = deviceShapes[word]
  return (
    <svg
      className={styles['device']}
      data-word={word}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path className={styles['device-outline']} d={outline} />
      <path className={styles['device-foot']} d={foot} />
      <text className={styles['device-character']} x="16" y={characterY + 4.8}>
        {character}
      </text>
    </svg>
  )
}
