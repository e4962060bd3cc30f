import { gradeNames } from '@mimamori/contract/labels'
import { grades } from './grade.ts'
import { usePhrase } from '../platform/phrases.ts'
import styles from './marks.module.css'
import { LevelMark } from './level-mark.tsx'
import { SilentMark } from './sign-mark.tsx'
import { Phrase } from '../kit/phrase.tsx'

/** What the marks mean, most urgent first. */
export const AlertLegend = () => {
  const phrase = usePhrase()
  return (
    <ul className={styles['legend']} aria-label={phrase('アラートの凡例')}>
      {grades.map((grade) => (
        <li key={grade}>
          <LevelMark grade={grade} size={16} decorative />
          <Phrase text={gradeNames[grade]} />
        </li>
      ))}
      <li>
        <SilentMark size={16} decorative />
        <Phrase text="データ途絶（中抜きは途絶前の値）" />
      </li>
    </ul>
  )
}
