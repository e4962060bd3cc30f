import { dayMs } from '@mimamori/contract/day'
import type { Plan } from '@mimamori/contract/plan'
import { signed } from '@mimamori/contract/number-words'
import { longDate } from '@mimamori/contract/time-words'
import { Select } from 'antd'
import { useState } from 'react'
import { ChartTable } from '../marks/charts/chart-table.tsx'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from './error-panel.module.css'
import type { PlanError, PlanPlace } from './plan-types.ts'

/** Half the drawing, px: as much above the line as below it where errors go both ways. */
const fullBar = 52
const emptyBar = 14

const barDays = 7
const dayOfMonth = (day: string) => `${Number(day.slice(8))}日`

type Day = { readonly day: string; readonly by: number | null }

/** The last days side by side: above the line it was hotter than published, below it cooler. */
const Bars = ({ days }: { readonly days: readonly Day[] }) => {
  const known = days.flatMap(({ by }) => (by === null ? [] : [by]))
  const largest = Math.max(1, ...known.map(Math.abs))
  const isBelow = known.some((by) => by < 0)
  const isAbove = known.some((by) => by > 0)
  return (
    <div className={styles['bars']} aria-hidden="true">
      {days.map(({ day, by }) => {
        const size = by === null ? 0 : Math.round((Math.abs(by) / largest) * fullBar)
        return (
          <div key={day} className={styles['day']}>
            <div className={styles['half']} style={{ height: isAbove ? fullBar + 20 : emptyBar }} data-side="above">
              {(by === null || by >= 0) && <span>{by === null ? '―' : signed(by)}</span>}
              {by !== null && by > 0 && <i style={{ height: size }} />}
            </div>
            <div className={styles['half']} style={{ height: isBelow ? fullBar + 20 : 0 }} data-side="below">
              {by !== null && by < 0 && (
                <>
                  <i style={{ height: size }} />
                  <span>{signed(by)}</span>
                </>
              )}
            </div>
            <span className={styles['name']}>{dayOfMonth(day)}</span>
          </div>
        )
      })}
    </div>
  )
}

/** The seven days before today, also those of which nothing is known. */
const lastDays = ({ byDay }: PlanError, today: string): Day[] =>
  Array.from({ length: barDays }, (_, index) => {
    const day = new Date(Date.parse(today) - (barDays - index) * dayMs).toISOString().slice(0, 10)
    return { day, by: byDay.find((known) => known.day === day)?.publicMean ?? null }
  })

const size = (value: number | null) => (value === null ? '―' : `±${value.toFixed(1)}`)

const Period = ({ days, error }: { readonly days: number; readonly error: Omit<PlanError, 'days30' | 'byDay'> }) => (
  <tr>
    <th scope="row">
      {days}日<small>記録 {error.days}日</small>
    </th>
    <td>{error.publicMean === null ? '―' : signed(error.publicMean)}</td>
    <td>{size(error.meanAbsolute)}</td>
    <td>
      {error.worst === null ? (
        '―'
      ) : (
        <>
          {signed(error.worst.by)}
          <small>
            {Number(error.worst.day.slice(5, 7))}/{Number(error.worst.day.slice(8))} {error.worst.hour}時
          </small>
        </>
      )}
    </td>
  </tr>
)

const Sizes = ({ error }: { readonly error: PlanError }) => (
  <table className={styles['sizes']}>
    <caption className="visually-hidden">予測のはずれ ℃</caption>
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          直近
        </th>
        <th scope="col" rowSpan={2}>
          公表との差
        </th>
        <th scope="colgroup" colSpan={2} className={styles['of-plan']}>
          この計画のはずれ
        </th>
      </tr>
      <tr>
        <th scope="col">平均</th>
        <th scope="col">最大</th>
      </tr>
    </thead>
    <tbody>
      <Period days={7} error={error} />
      <Period days={30} error={error.days30} />
    </tbody>
  </table>
)

/** How the difference came about: on how many days it rests, from where hours take it, and which have none. */
const differenceInWords = ({ hours: ofPlan, placeName, basis }: Plan, place: PlanPlace | undefined, isOfPlan: boolean): string[] => {
  if (basis !== 'forecast') return []
  const at = new Set(ofPlan.map((hour) => hour.at))
  const ofPlace = place?.hours.filter((hour) => at.has(hour.at)) ?? []
  const hours = isOfPlan ? ofPlan : ofPlace
  const name = (isOfPlan ? placeName : place?.placeName) ?? 'この現場'
  const from = (source: 'difference' | 'neighbours' | 'none') => hours.filter((hour) => hour.source === source)
  const used = ofPlace.filter(({ difference }) => difference !== null)
  const days = used.map((hour) => hour.days)
  const differences = used.flatMap(({ difference }) => (difference === null ? [] : [difference]))
  const [fewest, most] = [Math.min(...days), Math.max(...days)]
  const range = (low: string, high: string) => (low === high ? low : `${low}〜${high}`)
  const namesOf = (those: readonly { readonly hour: number }[]) => those.map(({ hour }) => `${hour}時`).join('、')
  const [beside, without] = [from('neighbours'), from('none')]
  return [
    ...(used.length === 0
      ? []
      : [
          `${name}の、直近21日の時刻ごとの差（中央値 ${range(signed(Math.min(...differences)), signed(Math.max(...differences)))}℃、${range(String(fewest), String(most))}日の値）を、公表の予測に足しています。`,
        ]),
    ...(beside.length === 0 ? [] : [`${namesOf(beside)}は、となりの時刻の差です。`]),
    ...(without.length === 0
      ? []
      : [
          without.length === hours.length
            ? `${name}の差は、まだわかりません（5日分の値が要ります）。公表の予測のままです。`
            : `${namesOf(without)}は、差がまだわからず、公表の予測のままです。`,
        ]),
  ]
}

const keyOf = ({ watcherId }: PlanPlace): number => watcherId ?? 0

/** The place whose errors are shown: that of the plan's hours until another one is chosen. */
const usePlace = ({ places, placeName }: Plan) => {
  const [chosen, choose] = useState<number>()
  const ofPlan = places.find((place) => place.placeName === placeName)
  const place = places.find((one) => keyOf(one) === chosen) ?? ofPlan
  return { place, isOfPlan: place === ofPlan, choose }
}

type ChoiceProps = {
  readonly places: readonly PlanPlace[]
  readonly place: PlanPlace | undefined
  readonly onChoose: (key: number) => void
}

const PlaceChoice = ({ places, place, onChoose }: ChoiceProps) => (
  <Select
    aria-label="場所"
    className={styles['choice'] ?? ''}
    popupMatchSelectWidth={false}
    value={place === undefined ? null : keyOf(place)}
    options={places.map((one) => ({ value: keyOf(one), label: one.placeName }))}
    onChange={(key) => key !== null && onChoose(key)}
  />
)

/** How wrong the forecasts of the last days were at a place. Shown with every plan, also where few days or none are known. */
export const ErrorPanel = ({ plan, today }: { readonly plan: Plan; readonly today: string }) => {
  const { place, isOfPlan, choose } = usePlace(plan)
  const error = isOfPlan || place === undefined ? plan.error : place.error
  const days = lastDays(error, today)
  const notes = differenceInWords(plan, place, isOfPlan)
  return (
    <SectionPanel
      title="予測のはずれ"
      hint="実測 − 公表の予測 ℃"
      aside={plan.places.length > 1 && <PlaceChoice places={plan.places} place={place} onChoose={choose} />}
    >
      {error.days30.days === 0 ? (
        <Nothing>まだ、比べられる日がありません（7日のうち 0日）。前の日の17時の予測を残していて、測った値と毎日比べます。</Nothing>
      ) : (
        <>
          <Bars days={days} />
          <ChartTable
            caption="日ごとの実測と公表の予測の差 ℃"
            head={['日', '差']}
            rows={days.map(({ day, by }) => [longDate(day), by === null ? '記録なし' : signed(by)])}
          />
          <Sizes error={error} />
        </>
      )}
      <div className={styles['notes']}>
        {error.days30.days > 0 && error.days < 7 && <p>直近7日で比べられたのは {error.days}日です。</p>}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {isOfPlan && error.meanAbsolute !== null && plan.basis === 'forecast' && (
          <p>グラフの灰色の帯は、足したあとのはずれの幅（直近7日の平均 {size(error.meanAbsolute)}℃）です。</p>
        )}
      </div>
    </SectionPanel>
  )
}
