import { gradeNames } from '@mimamori/contract/labels'
import type { ChannelLevel } from '@mimamori/contract/notification-channel'
import { LevelMark } from '../marks/level-mark.tsx'
import { levelMarks } from './channel-words.ts'
import styles from './level-marks.module.css'

/** The levels that a channel is sent: the lowest one and all above it. */
export const LevelMarks = ({ level }: { readonly level: ChannelLevel }) => {
  const sent = levelMarks.filter((mark) => mark.level >= level)
  return (
    <span className={styles['marks']} role="img" aria-label={sent.map(({ grade }) => gradeNames[grade]).join('、')}>
      {sent.map(({ grade }) => (
        <LevelMark key={grade} grade={grade} size={16} decorative />
      ))}
    </span>
  )
}
