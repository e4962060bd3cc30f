import { longHeatSpans, message, type Plan, publicAlertNames } from '@mimamori/contract'
import { shortDate } from '@mimamori/contract/time-words'

/** 5:30 of an instant of an answer, which is written in Japan's time. */
export const clockWords = (at: string): string => `${Number(at.slice(11, 13))}:${at.slice(14, 16)}`

/** 7/22 5:30, of an instant of an answer. */
export const dayAndClockWords = (at: string): string => `${Number(at.slice(5, 7))}/${Number(at.slice(8, 10))} ${clockWords(at)}`

/** 2026年7月22日 */
export const dayWords = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

type TitleAndHint = { readonly title: string; readonly hint: string }

/** What the ministry announced of the day, with its date where that is the second day of a night; null where it announced nothing. */
export const announcedWords = ({ date, publicAlert }: Pick<Plan, 'date' | 'publicAlert'>): TitleAndHint | null => {
  const { day, level, area, announcedAt } = publicAlert
  if (level === null) return null
  const ofDay = day === date ? '' : `${shortDate(day)}の`
  const issued = announcedAt === null ? '' : `${Number(announcedAt.slice(8, 10))}日 ${clockWords(announcedAt)} 発表`
  return {
    title: `${ofDay}${publicAlertNames[level]} 発表中`,
    hint: [area ?? '', `環境省・気象庁 ${issued}`.trim()].filter(Boolean).join('　'),
  }
}

/** What is known where nothing was announced. */
export const nothingAnnouncedWords = ({ publicAlert: { isConfirmed } }: Pick<Plan, 'publicAlert'>): string =>
  isConfirmed ? '発表はありません' : '発表を確かめられていません'

const reasons = {
  noStation: '公表地点が設定されていません。拠点の設定で選んでください。',
  offSeason: '環境省の公表は、おもに4月下旬から10月下旬までです。',
  notYet: 'この日の環境省の予測は、まだ公表されていません。',
  unreached: '環境省の予測を受け取れていません。',
} as const satisfies Record<NonNullable<Plan['why']>, string>

/** That there is no forecast, why, and what is shown instead; null with one. */
export const gapWords = ({ basis, why, measuredOf }: Pick<Plan, 'basis' | 'why' | 'measuredOf'>): TitleAndHint | null => {
  if (basis === 'forecast') return null
  const instead = basis === 'measured' && measuredOf !== null ? `${dayWords(measuredOf)}に測った値を載せています。予測ではありません。` : ''
  return { title: '予測はありません', hint: `${why === null ? '' : reasons[why]}${instead}` }
}

/**
 * When the first group will pass one hour on end or four hours in all at WBGT 28 °C or more; null where none will, and without a
 * forecast: what an earlier day had is none.
 */
export const longHeatOf = ({
  groups,
  basis,
}: Pick<Plan, 'groups' | 'basis'>): { readonly at: string; readonly by: 'onEnd' | 'today' } | null => {
  if (basis !== 'forecast') return null
  const passed = groups.flatMap(({ dutyFrom, dutyBy }) => (dutyFrom === null || dutyBy === null ? [] : [{ at: dutyFrom, by: dutyBy }]))
  return passed.toSorted((one, other) => one.at.localeCompare(other.at))[0] ?? null
}

/** The same in words. */
export const longHeatWords = (plan: Pick<Plan, 'groups' | 'basis'>): string | null => {
  const passed = longHeatOf(plan)
  return passed === null ? null : message('planLongHeat', { time: clockWords(passed.at), span: longHeatSpans[passed.by] })
}

const signed = (degrees: number): string => `${degrees < 0 ? '−' : '+'}${Math.abs(degrees).toFixed(1)}`

const sizeWords = (value: number | null, days: number): string[] => (value === null ? [] : [`直近${days}日 ±${value.toFixed(1)}℃`])

/** How far the forecasts of the last days were off at the place of the hours, on average. */
export const errorWords = ({ error }: Pick<Plan, 'error'>): string => {
  const sizes = [...sizeWords(error.meanAbsolute, 7), ...sizeWords(error.days30.meanAbsolute, 30)]
  return sizes.length === 0 ? 'まだ比べられる日がありません' : `平均 ${sizes.join('、')}`
}

/** Where the values of the curve come from. */
export const sourceWords = (plan: Pick<Plan, 'basis' | 'placeName' | 'places' | 'measuredOf'>): string => {
  const place = plan.placeName ?? '拠点'
  if (plan.basis === 'measured') return `WBGT ℃・${place}。${plan.measuredOf === null ? '' : dayWords(plan.measuredOf)}に測った値`
  const own = plan.places.find(({ placeName }) => placeName === plan.placeName)
  const differences = (own?.hours ?? []).flatMap(({ difference }) => difference ?? [])
  const [least, most] = [Math.min(...differences), Math.max(...differences)]
  if (differences.length === 0) return `WBGT ℃・${place}。公表の予測のまま（この現場の差は、まだ分かりません）`
  const range = signed(least) === signed(most) ? signed(least) : `${signed(least)}〜${signed(most)}`
  return `WBGT ℃・${place}。公表の予測に、この現場の差 ${range}℃ を足しています`
}
