import type { AlertLoad } from '@mimamori/contract/alert-load'
import { gradeNames } from '@mimamori/contract/labels'
import { roleNames } from '@mimamori/contract/role'
import { useScrollFocus } from '../kit/use-scroll-focus.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { Track } from '../marks/charts/bars.tsx'
import { nothing, waitInWords } from '../marks/charts/figure-words.ts'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import tables from '../marks/charts/tables.module.css'
import { tenth } from './load-words.ts'
import styles from './people-panels.module.css'

const waited = (seconds: number | null): string => {
  if (seconds === null) return nothing
  const { value, unit } = waitInWords(Math.round(seconds))
  return `${value}${unit}`
}

/** Who received the notices, how many a day, and which of the alerts they answered. */
export const ReceiversPanel = ({ receivers, days }: Pick<AlertLoad, 'receivers' | 'days'>) => {
  const place = useScrollFocus('受け取る人ごと', '[data-scroll]')
  const most = Math.max(1, ...receivers.map(({ received }) => received))
  return (
    <SectionPanel title="受け取る人ごと" hint="1日あたり">
      {receivers.length === 0 ? (
        <Nothing>この期間に送られた通知はありません。</Nothing>
      ) : (
        <div ref={place}>
          <div className={styles['scroll']} data-scroll>
            <table className={tables['table']}>
              <thead>
                <tr>
                  <th scope="col">氏名・宛先</th>
                  <th scope="col">
                    件 <span className={tables['unit']}>／日</span>
                  </th>
                  <th scope="col" className={tables['number']}>
                    答えた <span className={tables['unit']}>件</span>
                  </th>
                  <th scope="col" className={tables['number']}>
                    中央値
                  </th>
                </tr>
              </thead>
              <tbody>
                {receivers.map(({ userId, name, role, received, answered, medianSeconds }) => (
                  <tr key={`${userId} ${name}`}>
                    <th scope="row">
                      <span className={styles['receiver']}>{name}</span>
                      <span className={tables['under']}>{role === null ? '宛先' : roleNames[role]}</span>
                    </th>
                    <td>
                      <span className={tables['hours']}>
                        <strong>{tenth(received / days.length)}</strong>
                        <Track part={received / most} />
                      </span>
                    </td>
                    <td className={tables['number']}>{answered}</td>
                    <td className={tables['number']}>{waited(medianSeconds)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </SectionPanel>
  )
}

const levels = [
  { grade: 'emergency', key: 'emergency' },
  { grade: 3, key: 'level3' },
  { grade: 2, key: 'level2' },
  { grade: 1, key: 'level1' },
] as const

/** Whom the alerts were about, by level. */
export const PersonsPanel = ({ persons }: Pick<AlertLoad, 'persons'>) => {
  const place = useScrollFocus('だれのアラートか', '[data-scroll]')
  return (
    <SectionPanel title="だれのアラートか" hint="件・多い人から">
      {persons.length === 0 ? (
        <Nothing>作業者のアラートはありませんでした。</Nothing>
      ) : (
        <div ref={place}>
          <div className={styles['scroll']} data-scroll>
            <table className={tables['table']}>
              <thead>
                <tr>
                  <th scope="col">氏名</th>
                  {levels.map(({ grade }) => (
                    <th key={grade} scope="col" className={tables['number']}>
                      {gradeNames[grade]}
                    </th>
                  ))}
                  <th scope="col" className={tables['number']}>
                    ほか
                  </th>
                  <th scope="col" className={tables['number']}>
                    誤報
                  </th>
                </tr>
              </thead>
              <tbody>
                {persons.map(({ userId, fullName, groupName, ...person }) => (
                  <tr key={userId}>
                    <th scope="row">
                      {fullName}
                      {groupName !== null && <span className={tables['beside']}>{groupName}</span>}
                    </th>
                    {levels.map(({ grade, key }) => (
                      <td key={key} className={tables['number']}>
                        {person[key] === 0 ? (
                          <span className={tables['zero']}>0</span>
                        ) : (
                          <span className={tables['marked']}>
                            <LevelMark grade={grade} size={16} decorative />
                            <strong>{person[key]}</strong>
                          </span>
                        )}
                      </td>
                    ))}
                    <td className={tables['number']}>{person.belt + person.device}</td>
                    <td className={tables['number']}>{person.falseAlarm}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </SectionPanel>
  )
}
