import MailOutlined from '@ant-design/icons/MailOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import { gradeNames, labels, limitNames, ownMeasureNames, statusNames } from '@mimamori/contract/labels'
import { useMemo, type CSSProperties } from 'react'
import { signed } from '@mimamori/contract/number-words'
import { heartAxis, spread, yOf } from '@mimamori/heat/chart/scale'
import {
  coreTemperaturePoints,
  correctedSpans,
  emergencySpans,
  gapsOf,
  gradeSpans,
  type Span,
  spansWithoutWbgt,
} from '@mimamori/heat/chart/day-series'
import { correctionInWords, keptLevelInWords } from '@mimamori/contract/quality-words'
import { useWidth } from '../kit/use-width.ts'
import { clockOf } from '../platform/japan-time.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { heatAxis, layout, placeMarks, sideOfWord, sides, type Sides } from './chart-layout.ts'
import { chartMarks } from './chart-marks.ts'
import { usePhrase } from '../platform/phrases.ts'
import styles from './day-chart.module.css'

type Props = { readonly detail: HealthDetail; readonly window: Span; readonly side: Sides }

const labelApart = 18
// Shorter spans have no room for their word; the title has it then.
const roomForWord = { wide: 0.045, narrow: 0.11 } as const

/** How wide a word is, as a multiple of two Kanji; letters of other scripts are about half as wide. */
const widthOf = (word: string): number => Math.max(1, word.length / 4)
const roomForStrip = { wide: 0.16, narrow: 0.5 } as const
const stripHeight = 18

const partOf = (at: number, window: Span) => Math.max(0, Math.min(1, (at - window.from) / (window.to - window.from)))

/** Where a part of the window lies across the chart, as the canvas draws it. */
const across = (part: number, side: Sides) => `calc(${side.left}px + (100% - ${side.left + side.right}px) * ${part.toFixed(5)})`

const rest: CSSProperties = { height: labelApart }

const limitGrades = { maximum: 3, instantaneous: 2, sustained: 1 } as const

/** The limits of the person's age and, where it is known, what is usual for them; the highest first. */
const limitLines = ({ limits }: Pick<HealthDetail, 'limits'>, top: number) => {
  const ofAge = (['maximum', 'instantaneous', 'sustained'] as const).map((key) => ({
    name: limitNames[key],
    value: limits[key],
    mark: <LevelMark grade={limitGrades[key]} size={16} decorative />,
  }))
  const own = (['ownPeak', 'ownMean'] as const).flatMap((key) => {
    const value = limits[key]
    return value === null || value > top
      ? []
      : [{ name: ownMeasureNames[key], value, mark: <UserOutlined className={styles['own'] ?? ''} /> }]
  })
  return [...ofAge, ...own].toSorted((one, other) => other.value - one.value)
}

const Limits = ({ detail, side }: Omit<Props, 'window'>) => {
  const phrase = usePhrase()
  const axis = heartAxis(detail.listData.map((item) => item.heartRate))
  const limits = limitLines(detail, axis.max)
  const tops = spread(
    limits.map(({ value }) => yOf(value, axis, layout.heart)),
    labelApart,
  )
  return limits.map(({ name, value, mark }, index) => (
    <div
      key={name}
      className={styles['limit']}
      style={{ ...rest, top: (tops[index] ?? 0) - labelApart / 2, left: `calc(100% - ${side.right - 6}px)` }}
    >
      {mark}
      <span className={styles['limit-name']}>{phrase(name)}</span>
      <b>{Math.round(value * 10) / 10}</b>
    </div>
  ))
}

const markHeight = 22

type MarksProps = Props & {
  /** The width of the chart with what is beside its plots, in px. */
  readonly width: number
}

const Marks = ({ detail, window, side, width }: MarksProps) => {
  const phrase = usePhrase()
  const axis = heartAxis(detail.listData.map((item) => item.heartRate))
  const xOf = (at: number) => partOf(at, window) * (width - side.left - side.right)
  const line = detail.listData.flatMap(({ time, heartRate }) => {
    const at = Date.parse(time)
    return heartRate === null || at < window.from || at > window.to ? [] : [{ x: xOf(at), y: yOf(heartRate, axis, layout.heart) }]
  })
  const marks = chartMarks(detail, window, detail.limits.sustained)
  const places = placeMarks(
    marks.map(({ at, bpm }) => ({ x: xOf(at), y: yOf(bpm, axis, layout.heart) })),
    markHeight,
    line,
  )
  return marks.map(({ key, at, grade }, index) => {
    const { y = 0, hasWord = true } = places[index] ?? {}
    const words = `${clockOf(at)} ${grade === undefined ? labels.alert.mails : phrase(gradeNames[grade])}`
    return (
      <div
        key={key}
        className={styles['mark']}
        data-side={sideOfWord(xOf(at))}
        title={words}
        style={{ top: y - markHeight / 2, left: across(partOf(at, window), side) }}
      >
        {grade === undefined ? <MailOutlined className={styles['mail'] ?? ''} /> : <LevelMark grade={grade} size={20} decorative />}
        <span className={hasWord ? styles['mark-word'] : 'visually-hidden'}>{words}</span>
      </div>
    )
  })
}

const Lane = ({ detail, window, side }: Props) => {
  const phrase = usePhrase()
  const room = side === sides.narrow ? roomForWord.narrow : roomForWord.wide
  const spans = useMemo(() => gradeSpans(detail.listData, emergencySpans(detail.listAlert)), [detail])
  return (
    <>
      <span className={styles['lane-name']} style={{ top: layout.lane.top, width: side.left - 6 }}>
        {phrase('総合')}
      </span>
      {spans
        .filter((span) => span.to > window.from && span.from < window.to)
        .map((span) => {
          const [from, to] = [partOf(span.from, window), partOf(span.to, window)]
          const keptLevel = keptLevelInWords(span.kept)
          return (
            <span
              key={span.from}
              className={styles['lane']}
              data-grade={span.grade}
              data-kept={keptLevel !== undefined}
              title={`${clockOf(span.from)}〜${clockOf(span.to)} ${phrase(gradeNames[span.grade])}${keptLevel === undefined ? '' : `（${keptLevel}）`}`}
              style={{ ...layout.lane, left: across(from, side), width: `calc(${across(to, side)} - ${across(from, side)})` }}
            >
              {to - from > room * widthOf(phrase(gradeNames[span.grade])) && phrase(gradeNames[span.grade])}
            </span>
          )
        })}
    </>
  )
}

const Gaps = ({ detail, window, side }: Props) =>
  gapsOf(detail.listData)
    .filter((gap) => gap.to > window.from && gap.from < window.to)
    .map((gap) => (
      <span
        key={gap.from}
        className={styles['gap']}
        style={{
          top: layout.heart.top + layout.heart.height - 24,
          left: across((partOf(gap.from, window) + partOf(gap.to, window)) / 2, side),
        }}
      >
        {statusNames['0']}
      </span>
    ))

type StripProps = Omit<Props, 'detail'> & {
  readonly spans: readonly (Span & { readonly word: string })[]
  readonly top: number
}

/** Spans drawn as thin bars at a height of the chart, each with its word where there is room. */
const Strip = ({ spans, top, window, side }: StripProps) =>
  spans
    .filter((span) => span.to > window.from && span.from < window.to)
    .map(({ word, ...span }) => {
      const [from, to] = [partOf(span.from, window), partOf(span.to, window)]
      const hasRoom = to - from > (side === sides.narrow ? roomForStrip.narrow : roomForStrip.wide)
      return (
        <span
          key={span.from}
          className={styles['strip']}
          title={`${clockOf(span.from)}〜${clockOf(span.to)} ${word}`}
          style={{ top, left: across(from, side), width: `calc(${across(to, side)} - ${across(from, side)})` }}
        >
          {hasRoom && word}
        </span>
      )
    })

/** What was not measured as it is shown: times that were corrected, and minutes without a usable WBGT. */
const Quality = ({ detail, window, side }: Props) => {
  const phrase = usePhrase()
  const corrected = correctedSpans(detail.listData).map(({ minutes, ...span }) => ({ ...span, word: correctionInWords(minutes) }))
  const without = spansWithoutWbgt(detail.listData).map((span) => ({ ...span, word: phrase('WBGTなし') }))
  return (
    <>
      <Strip spans={corrected} top={layout.heart.top + layout.heart.height - stripHeight} window={window} side={side} />
      <Strip spans={without} top={layout.heat.top + layout.heat.height - stripHeight} window={window} side={side} />
    </>
  )
}

const lastOf = <Value,>(values: readonly (Value | null)[]): Value | null => values.findLast((value) => value !== null) ?? null

const Ends = ({ detail, window, side }: Props) => {
  const phrase = usePhrase()
  const shown = detail.listData.filter((item) => Date.parse(item.time) < window.to && Date.parse(item.time) >= window.from)
  const core = useMemo(() => coreTemperaturePoints(detail.listData), [detail.listData])
  const estimate = lastOf(core.filter(([at]) => at >= window.from && at < window.to).map(([, value]) => value))
  const wbgt = lastOf(shown.map((item) => item.wbgtValue))
  const excess = lastOf(shown.map((item) => item.excess))
  const ends = [
    ...(estimate === null ? [] : [{ name: '深部体温（推定）', value: estimate, text: estimate.toFixed(1) }]),
    ...(wbgt === null ? [] : [{ name: labels.healthCondition.wbgtValue, value: wbgt, text: wbgt.toFixed(1) }]),
    ...(excess === null ? [] : [{ name: '超過', value: excess, text: signed(excess) }]),
  ]
  const tops = spread(
    ends.map(({ value }) => yOf(value, heatAxis, layout.heat)),
    labelApart,
  )
  return ends.map(({ name, text }, index) => (
    <div
      key={name}
      className={styles['limit']}
      data-kind="end"
      style={{ ...rest, top: (tops[index] ?? 0) - labelApart / 2, left: `calc(100% - ${side.right - 6}px)` }}
    >
      <span className={styles['limit-name']}>{phrase(name)}</span>
      <b>{text}</b>
    </div>
  ))
}

const usualWidth = 1_000

/** What is written over the canvas: in the page's own type and marks, and readable to those who do not see it. */
export const ChartOverlay = (props: Props) => {
  const [element, width] = useWidth(usualWidth)
  const phrase = usePhrase()
  return (
    <div ref={element} className={styles['overlay']}>
      <span className={styles['axis-name']} style={{ top: layout.heart.top + 6, left: props.side.left + 8 }}>
        {phrase('心拍 bpm')}
      </span>
      <span className={styles['axis-name']} style={{ top: layout.heat.top + 50, left: props.side.left + 8 }}>
        {phrase('WBGT・超過 ℃')}
      </span>
      <Gaps {...props} />
      <Quality {...props} />
      <Lane {...props} />
      <Limits {...props} />
      <Ends {...props} />
      <Marks {...props} width={width} />
    </div>
  )
}
