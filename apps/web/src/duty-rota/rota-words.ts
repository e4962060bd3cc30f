import {
  type DutyRota,
  type RotaCall,
  type RotaGapLine,
  rotaGapNames,
  type RotaPerson,
  rotaPlaceText,
  rotaShiftNames,
  rotaWayNames,
} from '@mimamori/contract/duty-rota'
import { dayAfter } from '@mimamori/contract/rota-pattern'
import { roleNames } from '@mimamori/contract/role'
import { shortDate, slashDate } from '@mimamori/contract/time-words'

/** 7月20日–26日, or 7月27日–8月2日; with its year where that is not the one of a day. */
export const weekText = ({ from, to }: { readonly from: string; readonly to: string }, today = from): string =>
  `${from.slice(0, 4) === today.slice(0, 4) ? '' : `${from.slice(0, 4)}年`}${shortDate(from)}–${from.slice(0, 7) === to.slice(0, 7) ? `${Number(to.slice(8))}日` : shortDate(to)}`

/** The family name, which a space ends: 岩本. */
export const surnameOf = (fullName: string): string => fullName.split(/\s/)[0] ?? fullName

/** The phrases of whom a substitute replaces: 岩本の, 代わり. */
export const insteadPhrases = (insteadOf: string | null): readonly string[] =>
  insteadOf === null ? ['空きに', '入る'] : [`${surnameOf(insteadOf)}の`, '代わり']

/** 岩本の代わり; of a place that was empty, 空きに入る. */
export const insteadText = (insteadOf: string | null): string => insteadPhrases(insteadOf).join('')

/** すぐ, or 3分後. */
export const afterText = (minutes: number): string => (minutes === 0 ? 'すぐ' : `${minutes}分後`)

/** 足場班 職長. */
export const positionText = ({ groupName, role }: Pick<RotaPerson, 'groupName' | 'role'>): string =>
  [groupName, roleNames[role]].filter((part) => part !== null).join(' ')

/** プッシュ・メール; without the telephone, which is shown with its number. */
export const waysText = ({ ways }: Pick<RotaPerson, 'ways'>): string =>
  ways
    .filter((way) => way !== 'phone')
    .map((way) => rotaWayNames[way])
    .join('・')

const namesShown = 3

/** Whom a step after the rota calls, in parts that are not to be broken: 契約管理者 and the names, of many the first three. */
export const calledParts = ({ role, name, people }: RotaCall): readonly string[] => {
  if (role === null) return [name === null ? '通知先' : `通知先「${name}」`]
  if (people.length === 0) return [`${roleNames[role]}（いません）`]
  const names = people.slice(0, namesShown).map(({ fullName }, index, all) => `${fullName}${index < all.length - 1 ? '、' : ''}`)
  return [`${roleNames[role]} `, ...names, ...(people.length > namesShown ? [`ほか${people.length - namesShown}人`] : [])]
}

/** What is wrong with a place: 7/25（土）夜の2番目が空いています。 */
export const gapText = (gap: RotaGapLine): string =>
  gap.gap === 'empty'
    ? `${rotaPlaceText(gap)}が空いています。`
    : `${rotaPlaceText(gap)}に、呼べる人がいません（${gap.fullName === null ? '' : `${gap.fullName}さん：`}${rotaGapNames[gap.gap]}）。`

/** Who is called as long as nobody is at the place. */
export const gapConsequence = ({ place }: Pick<RotaGapLine, 'place'>): string =>
  place === 1
    ? 'このままでは、次の順番の人へすぐに知らせ、答えないときは、職長と拠点管理者の全員に知らせます。'
    : `このままでは、${place - 1}番目が答えないとき、職長と拠点管理者の全員に知らせます。`

type OwnLine = { readonly key: string; readonly when: string; readonly place: number; readonly instead: string | undefined }
type Own = DutyRota['own'][number]

const isNext = (before: Own, { date, shift, place, isOverride, insteadOf }: Own) =>
  before.shift === shift &&
  before.place === place &&
  before.isOverride === isOverride &&
  before.insteadOf === insteadOf &&
  dayAfter(before.date, 1) === date

const dayText = (date: string, today: string): string => {
  if (date === today) return 'きょう'
  return date === dayAfter(today, 1) ? 'あす' : slashDate(date)
}

const runText = (run: readonly Own[], today: string): string => {
  const days = run.map(({ date }) => dayText(date, today))
  const text = days.length > 2 ? `${days[0]}–${days.at(-1)}` : days.join('・')
  // A bracket at the end keeps its own distance.
  return text.endsWith('）') ? text : `${text} `
}

/**
 * The reader's own places, a line for days in a row at the same one: きょう・あす 昼, 2番目.
 * @param today the day of now, YYYY-MM-DD
 */
export const ownLines = (own: DutyRota['own'], today: string): OwnLine[] => {
  const runs: Own[][] = []
  for (const one of own) {
    const run = runs.find((other) => other.some((last) => last === other.at(-1) && isNext(last, one)))
    if (run === undefined) runs.push([one])
    else run.push(one)
  }
  return runs.flatMap((run) => {
    const [first] = run
    if (first === undefined) return []
    const { date, shift, place, isOverride, insteadOf } = first
    return [
      {
        key: `${date} ${shift} ${place}`,
        when: `${runText(run, today)}${rotaShiftNames[shift]}`,
        place,
        instead: isOverride ? insteadText(insteadOf) : undefined,
      },
    ]
  })
}
