import { statusNames } from '@mimamori/contract/labels'
import styles from './marks.module.css'
import { signShapes } from './sign-shapes.ts'

type Props = { readonly size?: number; readonly decorative?: boolean }

const named = (decorative: boolean | undefined, name: string) =>
  decorative === true ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': name } as const)

const Sign = ({ sign, name, size = 20, decorative }: Props & { readonly sign: keyof typeof signShapes; readonly name: string }) => {
  const { width, ring, lines } = signShapes[sign]
  return (
    <svg
      className={`${styles['mark']} ${styles['note']}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeWidth={width}
      {...named(decorative, name)}
    >
      {ring && <circle cx="12" cy="12" r={ring.radius} strokeDasharray={ring.dash.join(' ')} strokeDashoffset={ring.offset} />}
      {lines.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  )
}

/** A broken ring with a cross: nothing has been received (データ途絶). */
export const SilentMark = (props: Props) => <Sign {...props} sign="silent" name={statusNames['0']} />

/** A struck heart: readings arrive without a heart rate (心拍取得不可). */
export const NoHeartRateMark = (props: Props) => <Sign {...props} sign="noHeartRate" name={statusNames['1']} />
