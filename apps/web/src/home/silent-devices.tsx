import { deviceKindNames } from '@mimamori/contract/kbn'
import type { OfficeNow } from '@mimamori/contract/office-now'
import { useState, type ReactNode } from 'react'
import { Ago } from '../marks/ago.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { Section } from './section.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './silent-devices.module.css'

type Device = OfficeNow['silentDevices'][number]

/** Never heard, not today, or how long ago. */
const Since = ({ device: { state, lastAt } }: { readonly device: Device }) => {
  if (lastAt === null) return '受信なし'
  return state === 'unheard' ? '本日の受信なし' : <Ago at={lastAt} />
}

const shownAtFirst = 6

type Props = {
  readonly devices: readonly Device[]
  /** What can be done about all of them at once. */
  readonly action: ReactNode
}

/** The devices nothing comes from: who or what they are, and since when. */
export const SilentDevices = ({ devices, action }: Props) => {
  const [all, setAll] = useState(false)
  const shown = all ? devices : devices.slice(0, shownAtFirst)
  return (
    <Section title="受信のない機器" note={`${devices.length}台`} link={action}>
      {devices.length === 0 && <p className={styles['none']}>すべての機器から受信しています。</p>}
      <ul className={styles['devices']}>
        {shown.map((device) => (
          <li key={`${device.kind} ${device.serialNumber}`} className={styles['device']}>
            <SilentMark size={20} decorative />
            <span className={styles['name']}>{device.name}</span>
            <span className={styles['kind']}>
              {deviceKindNames[device.kind]} <span className="id">{device.serialNumber}</span>
            </span>
            <strong className={styles['last']}>
              <Since device={device} />
            </strong>
          </li>
        ))}
      </ul>
      {devices.length > shownAtFirst && (
        <PlainButton kind="text" block onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'たたむ' : `ほか${devices.length - shownAtFirst}台`}
        </PlainButton>
      )}
    </Section>
  )
}
