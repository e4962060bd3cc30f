import { outcomeNames } from '@mimamori/contract/alert'
import { type AlertTrial, mayAdopt, type TrialLoad, trialSettingOf } from '@mimamori/contract/alert-trial'
import { gradeNames } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { settingLabel } from '@mimamori/contract/setting-faults'
import { Link } from '@tanstack/react-router'
import { LevelMark } from '../../marks/level-mark.tsx'
import tables from '../../marks/charts/tables.module.css'
import { settingValueInWords } from '../../organisation/settings/setting-value.ts'
import { clockOf, dateOf } from '../../platform/japan-time.ts'
import { shortDay, tenth } from '../load-words.ts'
import { proposedOf } from './proposed.ts'
import styles from './trial.module.css'

const rows = [
  { key: 'emergency', grade: 'emergency', name: `${gradeNames.emergency}（累積時間）` },
  { key: 'level3', grade: 3, name: gradeNames[3] },
  { key: 'level2', grade: 2, name: gradeNames[2] },
  { key: 'level1', grade: 1, name: gradeNames[1] },
] as const

const totalOf = ({ emergency, level3, level2, level1 }: TrialLoad): number => emergency + level3 + level2 + level1

const shareOf = (before: number, after: number): string => {
  if (before === after) return '同じ'
  if (before === 0) return `＋${after}件`
  const share = Math.round(((after - before) / before) * 100)
  return share < 0 ? `−${-share}%` : `＋${share}%`
}

const Counts = ({ trial: { before, after } }: { readonly trial: AlertTrial }) => (
  <table className={tables['table']}>
    <thead>
      <tr>
        <th scope="col">知らせるもの</th>
        <th scope="col" className={tables['number']}>
          いま
        </th>
        <th scope="col" className={tables['number']}>
          この設定
        </th>
        <th scope="col" className={tables['number']}>
          増減
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, grade, name }) => (
        <tr key={key}>
          <th scope="row">
            <span className={tables['marked']}>
              <LevelMark grade={grade} size={20} decorative />
              {name}
            </span>
          </th>
          <td className={tables['number']}>{before[key].toLocaleString('ja-JP')}</td>
          <td className={tables['number']}>
            <strong>{after[key].toLocaleString('ja-JP')}</strong>
          </td>
          <td className={tables['number']}>{shareOf(before[key], after[key])}</td>
        </tr>
      ))}
      <tr>
        <th scope="row">合計</th>
        <td className={tables['number']}>{totalOf(before).toLocaleString('ja-JP')}</td>
        <td className={tables['number']}>
          <strong className={styles['total']}>{totalOf(after).toLocaleString('ja-JP')}</strong>
        </td>
        <td className={tables['number']}>{shareOf(totalOf(before), totalOf(after))}</td>
      </tr>
    </tbody>
  </table>
)

type Change = {
  readonly userId: number
  readonly userName?: string | null | undefined
  readonly at: string
  readonly kind: string
  readonly level: number
}

const gradeOf = ({ kind, level }: Change) => {
  if (kind === 'emergency') return 'emergency'
  return level === 1 || level === 2 ? level : 3
}

const Who = ({ change }: { readonly change: Change }) => (
  <>
    <LevelMark grade={gradeOf(change)} size={20} />
    <span className={styles['when']}>
      {shortDay(dateOf(Date.parse(change.at)))} {clockOf(change.at)}
    </span>
    <strong className={styles['who']}>{change.userName ?? '（氏名なし）'}</strong>
  </>
)

const Missed = ({ missed }: Pick<AlertTrial, 'missed'>) => (
  <section className={styles['changes']} aria-label="知らされなくなるもの">
    <h3>
      知らされなくなるもの <span className={styles['count']}>{missed.length}件</span>
    </h3>
    {missed.length === 0 ? (
      <p className={styles['none']}>ありません。</p>
    ) : (
      <ul className={styles['list']}>
        {missed.map((change) => (
          <li key={`${change.userId} ${change.at} ${change.kind}`} data-grave={change.outcome !== null}>
            <Who change={change} />
            <span>{change.outcome === null ? '' : `このあと：${outcomeNames[change.outcome]}`}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Later = ({ later }: Pick<AlertTrial, 'later'>) => (
  <section className={styles['changes']} aria-label="遅れて知らされるもの">
    <h3>
      遅れて知らされるもの <span className={styles['count']}>{later.length}件</span>
    </h3>
    {later.length === 0 ? (
      <p className={styles['none']}>ありません。</p>
    ) : (
      <ul className={styles['list']}>
        {later.map((change) => (
          <li key={`${change.userId} ${change.at} ${change.kind}`}>
            <Who change={change} />
            <span>{change.minutes}分 遅い</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Adopt = ({ trial }: { readonly trial: AlertTrial }) => {
  const { officeId, settings, missed, unjudged } = trial
  if (settings.length === 0) return <p className={styles['words']}>いまの設定と同じです。値を変えると比べられます。</p>
  if (mayAdopt(trial))
    return (
      <p className={styles['adopt']}>
        <Link className={styles['button']} to={screens.officeSetting.path} search={{ officeId, proposed: proposedOf(settings) }}>
          この設定にする
        </Link>
        <span>マスター設定に値を入れて開きます。保存するまで変わりません。</span>
      </p>
    )
  const grave = missed.filter(({ outcome }) => outcome !== null).length
  return (
    <p className={styles['words']}>
      {grave > 0
        ? `お勧めしません。このあと休ませた・帰宅した・医療機関へ行った人のうち ${grave}件が、知らされなくなります。`
        : `お勧めできません。休ませた・帰宅した・医療機関へ行った人のうち、判定し直せない人が ${unjudged.withOutcome}人います。`}
    </p>
  )
}

/** What other settings would have given, who would have been notified later or not at all, and the way to take them. */
export const TrialResult = ({ trial }: { readonly trial: AlertTrial }) => {
  const { settings, from, to, people, readings, unjudged } = trial
  return (
    <div className={styles['result']}>
      <ul className={styles['settings']} aria-label="試した設定">
        {settings.map(({ type, key, before, after }) => {
          const name = trialSettingOf(type, key)
          return name === undefined ? null : (
            <li key={key}>
              {settingLabel(name)}　{settingValueInWords(name, before)} → <strong>{settingValueInWords(name, after)}</strong>
            </li>
          )
        })}
      </ul>
      <Counts trial={trial} />
      <Missed missed={trial.missed} />
      <Later later={trial.later} />
      <Adopt trial={trial} />
      <p className={styles['words']}>
        {shortDay(from)}–{shortDay(to)}　{people}人の測定値 {tenth(readings / 10_000)}万件で判定し直しました。呼出はどの設定でも同じです。
        {unjudged.people > 0 && `退職や同意の撤回で判定し直せない人が ${unjudged.people}人います。`}
      </p>
    </div>
  )
}
