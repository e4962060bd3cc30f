import type { AnswerOf } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import { statusNames } from '@mimamori/contract/labels'
import { hookNames } from '@mimamori/contract/safety-belt'
import type { ReactNode } from 'react'
import { LevelMark } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { heightUnknown } from './belt-words.ts'
import styles from './counts-strip.module.css'
import { HookMark } from './hook-mark.tsx'

type Counts = AnswerOf<typeof endpoints.safetyBelt.summary>

type CountProps = { readonly mark: ReactNode; readonly count: number; readonly name: string; readonly note?: string }

const Count = ({ mark, count, name, note }: CountProps) => (
  <li className={styles['count']}>
    {mark}
    <strong className={styles['number']}>{count.toLocaleString('ja-JP')}</strong>
    <span>
      <span className={styles['name']}>{name}</span>
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </span>
  </li>
)

/** Of those unhooked, what is not simply low. */
const unhookedNote = ({ high, unchecked }: Counts): string => {
  const parts = [high > 0 && `高い場所・確認中 ${high}`, unchecked > 0 && `判定しない設定 ${unchecked}`].filter(Boolean)
  return parts.length === 0 ? '低い場所' : parts.join('・')
}

/** How many belts are in each state, most urgent first. */
export const CountsStrip = ({ counts }: { readonly counts: Counts }) => (
  <ul className={styles['strip']} aria-label="いまの安全帯">
    <Count mark={<LevelMark grade={counts.alert > 0 ? 3 : 0} size={24} decorative />} count={counts.alert} name="高所でフックなし" />
    <Count mark={<HookMark hook="1" decorative />} count={counts.hooked} name={hookNames['1']} />
    <Count
      mark={<HookMark hook="0" decorative />}
      count={counts.low + counts.high + counts.unchecked}
      name={hookNames['0']}
      note={unhookedNote(counts)}
    />
    <Count mark={<HookMark hook="0" decorative />} count={counts.unknown} name={heightUnknown} note="判定できません" />
    <Count mark={<SilentMark size={24} decorative />} count={counts.silent} name={statusNames['0']} />
  </ul>
)
