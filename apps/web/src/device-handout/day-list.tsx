import IdcardOutlined from '@ant-design/icons/IdcardOutlined'
import type { LimitedPerson } from '@mimamori/contract/acclimatisation'
import { type SwapReason, swapReasonNames, swapReasons, wear, type WearState, wearStateNames, wearStates } from '@mimamori/contract/wear'
import { pinWindowMinutes, workerCard } from '@mimamori/contract/worker-card'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { Panel } from '../kit/panel.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { queryClient } from '../platform/query.ts'
import type { HandoutActions } from './actions.ts'
import type { ShownDay, ShownWearer } from './apply-unsent.ts'
import { CardDialog } from './card-dialog.tsx'
import styles from './day-list.module.css'
import { HandoutLadder } from './handout-ladder.tsx'
import { isTag, ScanField } from './scan-field.tsx'
import { TagMark } from './tag-mark.tsx'
import type { Handout } from './use-handout.ts'
import { timesInWords } from './words.ts'

const reasons = swapReasons.map((value) => ({ value, label: swapReasonNames[value] }))

type Limited = ReadonlyMap<number, LimitedPerson>
type RowProps = { readonly row: ShownWearer; readonly day: ShownDay; readonly handout: Handout }

const Swap = ({ row, day, handout, onDone }: RowProps & { readonly onDone: () => void }) => {
  const [reason, setReason] = useState<SwapReason>(row.state === 'notHeard' ? 'unheard' : 'battery')
  return (
    <div className={styles['swap']}>
      <strong>
        <span className={styles['id']}>{row.serialNumber}</span> を交換
      </strong>
      <Segmented<SwapReason> aria-label="交換の理由" options={reasons} value={reason} onChange={setReason} />
      <ScanField
        day={day}
        label="新しいタグ"
        placeholder="新しいタグをスキャン"
        accepts={(found) => isTag(found) && found.kind === 'device' && found.device.serialNumber !== row.serialNumber}
        onPick={(found) => {
          if (found.kind === 'device') void handout.swap(found, { kind: 'person', person: row }, reason).then(onDone)
        }}
      />
    </div>
  )
}

const hasTag = ({ serialNumber, to }: ShownWearer): boolean => serialNumber !== null && to === null

const PersonRow = ({ row, day, handout, limited }: RowProps & { readonly limited: LimitedPerson | undefined }) => {
  const [isSwapping, setSwapping] = useState(false)
  const card = useOpener()
  const [first, second] = timesInWords(row, useNow(10_000))
  const isWorn = hasTag(row)
  return (
    <li className={styles['row']} data-open={isSwapping} data-state={row.state}>
      <span className={styles['state']}>
        <TagMark state={row.state} />
        {wearStateNames[row.state]}
      </span>
      <span className={styles['name']}>
        <strong>{row.fullName}</strong> {row.isGuest ? <b className={styles['guest']}>本日のみ</b> : <small>{row.furigana}</small>}
      </span>
      <span className={styles['id']}>
        {isWorn ? row.serialNumber : '–'}
        {row.isUnsent && <b className={styles['unsent']}>未送信</b>}
      </span>
      <span className={styles['belt']}>{row.belt?.to === null ? row.belt.serialNumber : '–'}</span>
      <span className={styles['times']}>
        {first} <small>{second}</small>
      </span>
      <span className={styles['do']}>
        <Button
          type="text"
          icon={<IdcardOutlined aria-hidden="true" />}
          aria-label={`${row.fullName}さんの作業者証`}
          title="作業者証とPIN"
          onClick={card.open}
        />
        {isWorn ? (
          <Button aria-expanded={isSwapping} aria-label={`${row.fullName}さんの機器を交換`} onClick={() => setSwapping(!isSwapping)}>
            {isSwapping ? 'やめる' : '交換'}
          </Button>
        ) : (
          <Button
            aria-label={`${row.fullName}さんに渡す`}
            onClick={() => {
              handout.setMode('give')
              handout.pick({ kind: 'person', person: row })
              document.getElementById('main')?.scrollTo({ top: 0 })
            }}
          >
            渡す
          </Button>
        )}
      </span>
      {limited !== undefined && (
        <span className={styles['ladder']}>
          <HandoutLadder person={limited} />
        </span>
      )}
      {card.isOpen && <CardDialog holder={row} officeId={day.officeId} onClose={card.close} />}
      {isSwapping && isWorn && <Swap row={row} day={day} handout={handout} onDone={() => setSwapping(false)} />}
    </li>
  )
}

type Group = { readonly groupId: number | null; readonly name: string; readonly rows: readonly ShownWearer[] }

const stateOrder = new Map(wearStates.map((state, index) => [state, index]))
const byState = (one: ShownWearer, other: ShownWearer) => (stateOrder.get(one.state) ?? 0) - (stateOrder.get(other.state) ?? 0)

const groupsOf = (rows: readonly ShownWearer[]): Group[] =>
  [...Map.groupBy(rows, ({ groupId }) => groupId)].map(([groupId, own]) => ({
    groupId,
    name: own[0]?.groupName ?? 'グループなし',
    rows: own.toSorted(byState),
  }))

const takeBackAll = async ({ groupId, name, rows }: Group, actions: HandoutActions) => {
  const count = rows.filter((row) => hasTag(row) || row.belt !== null).length
  const body = `「${name}」の${count}人が着けている機器を、すべて返却とします。`
  if (groupId !== null && (await confirm({ body, verb: '全員を返却する' }))) await actions.takeBackGroup(groupId, name)
}

/** Lets all of a group who have no PIN choose one: at the gate, when the cards are given out. */
const allowPins = async (groupId: number, name: string): Promise<void> => {
  const body = `「${name}」でPINがまだない人は、${pinWindowMinutes}分の間、PINを決められます。本人たちが目の前にいるときに行ってください。`
  if (!(await confirm({ body, verb: 'PINを許可する' }))) return
  try {
    const { count, until } = await call(workerCard.allowPin, { body: { groupId } })
    await queryClient.invalidateQueries({ queryKey: [wear.day.path] })
    notify.success(`${count}人が、${clockOf(Date.parse(until))}までPINを決められます。`)
  } catch (error) {
    void showFailure(error)
  }
}

const lacksPin = ({ pin }: ShownWearer): boolean => pin === 'none' || pin === 'open'

type GroupProps = {
  readonly group: Group
  readonly day: ShownDay
  readonly handout: Handout
  readonly actions: HandoutActions
  readonly limited: Limited
}

const GroupRows = ({ group, day, handout, actions, limited }: GroupProps) => {
  const { groupId, name } = group
  const counted = (state: WearState) => day.data.filter((row) => row.groupId === group.groupId && row.state === state).length
  const isOut = day.data.some((row) => row.groupId === group.groupId && hasTag(row))
  return (
    <section aria-label={group.name}>
      <header className={styles['group']}>
        <h2>{group.name}</h2>
        <span>
          {counted('notHanded') > 0 && <b>まだ {counted('notHanded')}人</b>}
          {counted('notHeard') > 0 && `受信なし ${counted('notHeard')}`} 着用中 {counted('worn')}
        </span>
        {groupId !== null && group.rows.some(lacksPin) && <Button onClick={() => void allowPins(groupId, name)}>PINを許可</Button>}
        {group.groupId !== null && isOut && <Button onClick={() => void takeBackAll(group, actions)}>全員を返却</Button>}
      </header>
      <ul className={styles['rows']}>
        {group.rows.map((row) => (
          <PersonRow key={row.userId} row={row} day={day} handout={handout} limited={limited.get(row.userId)} />
        ))}
      </ul>
    </section>
  )
}

type DayListProps = {
  readonly day: ShownDay
  readonly handout: Handout
  readonly actions: HandoutActions
  /** The people whose time in heat is limited, by their numbers. */
  readonly limited: Limited
  /** Shows those of one state, or of one group, alone. */
  readonly state: WearState | undefined
  readonly groupId: number | undefined
  readonly onClear: () => void
}

const empty = {
  filtered: '該当する作業者はいません',
  none: 'まだ作業者がいません',
  wayOut: '「作業者」から登録すると、ここに並びます。',
}

/** The people of the day by group, those first for whom something is to be done. */
export const DayList = ({ day, handout, actions, limited, state, groupId, onClear }: DayListProps) => {
  const shown = day.data.filter((row) => (state === undefined || row.state === state) && (groupId === undefined || row.groupId === groupId))
  return (
    <Panel>
      <div className={styles['list']}>
        <div className={styles['head']} aria-hidden="true">
          <span>状態</span>
          <span>氏名</span>
          <span>タグ</span>
          <span>安全帯</span>
          <span>渡した・受信</span>
        </div>
        {shown.length === 0 && <EmptyState empty={empty} filtered={state !== undefined || groupId !== undefined} onClear={onClear} />}
        {groupsOf(shown).map((group) => (
          <GroupRows key={group.groupId} group={group} day={day} handout={handout} actions={actions} limited={limited} />
        ))}
      </div>
    </Panel>
  )
}
