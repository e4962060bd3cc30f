import type { Barometer } from '@mimamori/contract/barometer'
import type { TerminalHeight } from '@mimamori/contract/device'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useState, type Key } from 'react'
import { accuracyInWords } from '@mimamori/contract/number-words'
import { Banner } from '../kit/banner.tsx'
import type { Column } from '../kit/data-table.tsx'
import { confirm } from '../kit/dialogs.ts'
import { ListDialog } from '../kit/list-dialog.tsx'
import { notify } from '../kit/notify.ts'
import { useEvery } from '../kit/use-every.ts'
import { useHeldList } from '../kit/use-held-list.ts'
import { Ago } from '../marks/ago.tsx'
import { Id, orNone } from '../organisation/accounts/person-cells.tsx'
import { call } from '../platform/api.ts'
import { errorLines } from '../platform/call-error.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import styles from './heights-dialog.module.css'

/** More terminals than one barometer can have: a crew is zeroed as a whole. */
const allLinked = 1_000
/** People move about while the dialog is open. */
const refreshMs = 10_000

const Unknown = () => <span className={styles['unknown']}>高度不明</span>

const columns: readonly Column<TerminalHeight, never>[] = [
  { key: 'serialNumber', title: labels.barometer.deviceIDs, render: (row) => <Id>{row.serialNumber}</Id> },
  {
    key: 'altitude',
    title: labels.barometer.altitude,
    unit: 'cm',
    align: 'right',
    render: ({ altitude }) => (altitude === null ? <Unknown /> : Math.round(altitude).toLocaleString('ja-JP')),
  },
  { key: 'fullName', title: '着用者', render: (row) => orNone(row.fullName ?? row.userName) },
  {
    key: 'zeroedAt',
    title: labels.barometer.zeroedAt,
    render: ({ zeroedAt }) => (zeroedAt === null ? orNone(null) : <Ago at={zeroedAt} />),
  },
  { key: 'accuracy', title: labels.barometer.accuracy, align: 'right', render: ({ accuracy }) => accuracyInWords(accuracy) },
]

const hindranceOf = ({ altitude }: TerminalHeight) =>
  altitude === null ? '高度不明のため、0に合わせられません。端末と気圧基準器の両方が受信しているときに合わせてください' : undefined

/** Twice what an unzeroed sensor may be off: a terminal that seems higher or lower than this lies somewhere else, cm. */
const farAway = 200

/** The terminals that do not seem to lie beside the barometer: zeroed up there, a fall from there would be missed. */
const farWords = (rows: readonly TerminalHeight[]) => {
  const far = rows.filter(({ altitude }) => altitude !== null && Math.abs(altitude) > farAway)
  const named = far.map(({ serialNumber, altitude }) => `${serialNumber}（${Math.round(altitude ?? 0)}cm）`)
  return far.length === 0 ? '' : `\n${named.join('、')}は、気圧基準器から離れた高さにあるようです。`
}

const nameOf = ({ serialNumber, fullName }: TerminalHeight) => [serialNumber, fullName].filter(Boolean).join('　')

type Answer = AnswerOf<typeof endpoints.barometer.heights>

/** The heights of a barometer's terminals, and at the start of a shift the way to zero them. */
export const HeightsDialog = ({ barometer, onClose }: { readonly barometer: Barometer; readonly onClose: () => void }) => {
  const input = { params: { id: barometer.id }, query: { officeId: barometer.officeId } }
  const query = queryOf(endpoints.barometer.heights, input)
  const result = useQuery(query)
  useEvery(refreshMs, true, () => void result.refetch())
  const list = useHeldList<object>(allLinked)
  const [ticked, setTicked] = useState<readonly Key[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const [zeroing, setZeroing] = useState(false)
  // One that was unlinked meanwhile is out of sight, so that nobody could take its tick away.
  const keys = ticked.filter((key) => result.data?.data.some((row) => row.serialNumber === key) ?? true)

  const zero = async () => {
    const chosen = result.data?.data.filter((row) => keys.includes(row.serialNumber)) ?? []
    const body = `選んだ${keys.length}台の高さを、いまの位置で0に合わせます。${farWords(chosen)}\n端末は、すべて気圧基準器の横に置いていますか。離れている端末は、高さが正しく測れなくなります。`
    if (!(await confirm({ body, verb: '0に合わせる' }))) return
    setZeroing(true)
    setRefused([])
    try {
      const answer: Answer = await call(endpoints.barometer.zeroHeights, { ...input, body: { deviceIDs: keys.map(String) } })
      queryClient.setQueryData(query.queryKey, answer)
      setTicked([])
      notify.success(message('heightsZeroed', { count: keys.length }))
    } catch (error) {
      setRefused(errorLines(error).map((line) => line.text))
      void result.refetch()
    } finally {
      setZeroing(false)
    }
  }

  return (
    <ListDialog
      title={`気圧基準器 ${barometer.id} からの高さ`}
      width={820}
      columns={columns}
      rowKey={(row) => row.serialNumber}
      list={list}
      result={result}
      empty={{ filtered: '', none: 'つながる端末がありません', wayOut: '「つながる端末」から、高さを測る端末を登録してください。' }}
      filters={
        <p className={styles['guide']}>
          始業のときに、端末を気圧基準器の横に置いてから0に合わせます。気圧センサーには1台ずつ癖があり、合わせた端末の高さは±25cm、合わせていない端末は±1m以上ずれます。癖は日ごとに変わるため、作業の日ごとに合わせ直します。
        </p>
      }
      notice={
        <>
          {barometer.warnings.includes('moved') && (
            <Banner kind="prompt">
              この気圧基準器は動かされたようです。高さを不明としています。いつもの場所に置き、端末を横に並べて0に合わせてください。
            </Banner>
          )}
          {refused.length > 0 && <Banner kind="failure">{refused.join('\n')}</Banner>}
        </>
      }
      selection={{ type: 'checkbox', keys, onChange: setTicked, hindrance: hindranceOf, nameOf }}
      count={`${keys.length}台を選んでいます`}
      verb="0に合わせる"
      wayOut="閉じる"
      ready={keys.length > 0}
      deciding={zeroing}
      onDecide={() => void zero()}
      onClose={onClose}
    />
  )
}
