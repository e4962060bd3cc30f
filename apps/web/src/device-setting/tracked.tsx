import EditOutlined from '@ant-design/icons/EditOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import HourglassOutlined from '@ant-design/icons/HourglassOutlined'
import type { ReactNode } from 'react'
import type { ConfirmationState } from './confirmation.ts'
import type { SettingDraft } from './setting-values.ts'
import { valueInWords } from './setting-words.ts'
import styles from './tracked.module.css'

/** What is known of every field of a setting beside its value. */
export type Track = {
  readonly kind: 'belt' | 'barometer'
  readonly saved: SettingDraft
  readonly isSaved: boolean
  readonly changed: readonly string[]
  readonly standings: ReadonlyMap<string, ConfirmationState>
  /** What is done once: nothing of it is ever saved. */
  readonly instructions: Readonly<Record<string, string>>
}

type TrackedProps = {
  readonly track: Track
  readonly name: string
  readonly hint?: ReactNode
  /** Draws the field, with all that is to be said below it. */
  readonly children: (hint: ReactNode) => ReactNode
}

const Line = ({
  icon: Icon,
  children,
  ...rest
}: {
  readonly icon: typeof EditOutlined
  readonly children: ReactNode
  readonly 'data-lost'?: true
}) => (
  <p className={styles['line']} {...rest}>
    <Icon aria-hidden="true" />
    <span>{children}</span>
  </p>
)

/** A field with a bar beside it where it differs from what is saved, and a line where the device has not confirmed that. */
export const Tracked = ({ track, name, hint, children }: TrackedProps) => {
  const changed = track.changed.includes(name)
  const state = track.standings.get(name)
  // A plain hint makes way for a fault; what is known of the field stays beside it.
  const plain = !changed && state === undefined
  return (
    <div className={styles['tracked']} data-changed={changed}>
      {children(
        plain ? (
          hint
        ) : (
          <>
            {hint !== undefined && <div>{hint}</div>}
            {changed && (
              <Line icon={EditOutlined}>
                {Object.hasOwn(track.instructions, name)
                  ? '保存すると、機器に1回だけ指示します。'
                  : `変更あり。${track.isSaved ? '保存済み' : '既定値'}は「${valueInWords(track.kind, name, track.saved[name])}」`}
              </Line>
            )}
            {state === 'waiting' && <Line icon={HourglassOutlined}>機器の返事を待っています</Line>}
            {state === 'lost' && (
              <Line icon={ExclamationCircleFilled} data-lost>
                機器に伝わっていません
              </Line>
            )}
          </>
        ),
      )}
    </div>
  )
}
