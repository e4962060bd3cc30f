import { isEmergencyKind } from '@mimamori/contract/alert'
import type { AlertLoad } from '@mimamori/contract/alert-load'
import { LevelMark } from '../marks/level-mark.tsx'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { reasonWords } from './load-words.ts'
import styles from './reasons-panel.module.css'

type Reason = AlertLoad['reasons'][number]

const parts = [
  { key: 'answered', name: '答えた' },
  { key: 'endedAlone', name: 'ひとりでに終わった' },
  { key: 'falseAlarm', name: '誤報' },
  { key: 'waiting', name: '続いている' },
] as const

const Legend = () => (
  <ul className={styles['legend']} aria-label="棒の凡例">
    {parts.map(({ key, name }) => (
      <li key={key}>
        <span className={styles['part']} data-part={key} aria-hidden="true" />
        {name}
      </li>
    ))}
  </ul>
)

const gradeOf = ({ kind, level }: Reason) => {
  if (isEmergencyKind(kind)) return 'emergency'
  return level === 1 || level === 2 || level === 3 ? level : undefined
}

const inWords = (reason: Reason): string =>
  parts.flatMap(({ key, name }) => (reason[key] > 0 ? [`${name} ${reason[key]}件`] : [])).join('、')

const mostShown = 12

/** What alerts were about, the commonest first, each with what became of it. */
export const ReasonsPanel = ({ reasons }: Pick<AlertLoad, 'reasons'>) => {
  const greatest = Math.max(1, ...reasons.map(({ count }) => count))
  const more = reasons.slice(mostShown).reduce((sum, { count }) => sum + count, 0)
  return (
    <SectionPanel title="何が多いか" hint="件" aside={<Legend />}>
      {reasons.length === 0 ? (
        <Nothing>アラートはありませんでした。</Nothing>
      ) : (
        <>
          <ul className={styles['reasons']} aria-label="理由ごとの件数">
            {reasons.slice(0, mostShown).map((reason) => {
              const grade = gradeOf(reason)
              return (
                <li key={`${reason.kind} ${reason.reason} ${reason.level}`} className={styles['reason']}>
                  <span className={styles['mark']}>{grade !== undefined && <LevelMark grade={grade} size={20} />}</span>
                  <span className={styles['name']}>{reasonWords(reason)}</span>
                  <span className={styles['bar']} aria-hidden="true" title={inWords(reason)}>
                    {parts.map(({ key }) => (
                      <span key={key} className={styles['part']} data-part={key} style={{ width: `${(reason[key] / greatest) * 100}%` }} />
                    ))}
                  </span>
                  <strong className={styles['count']}>{reason.count.toLocaleString('ja-JP')}</strong>
                  <span className="visually-hidden">（{inWords(reason)}）</span>
                </li>
              )
            })}
          </ul>
          {more > 0 && <p className={styles['rest']}>ほか {more.toLocaleString('ja-JP')}件</p>}
        </>
      )}
    </SectionPanel>
  )
}
