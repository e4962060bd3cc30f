import ArrowRightOutlined from '@ant-design/icons/ArrowRightOutlined'
import { signed } from '@mimamori/contract/number-words'
import { Button } from 'antd'
import { confirm } from '../kit/dialogs.ts'
import { sendToRest } from '../organisation/rests/rest-actions.ts'
import styles from './rest-call.module.css'
import type { HottestWork, ShownPerson } from './shown-rests.ts'

const Due = ({ due }: Pick<HottestWork, 'due'>) => {
  if (due === 0) return <strong className={styles['words']}>いまは不要</strong>
  if (due === 60) return <strong className={styles['words']}>作業を止める</strong>
  return (
    <>
      1時間に <strong>{due}</strong>分
    </>
  )
}

const Excess = ({ hottest }: { readonly hottest: HottestWork | null }) => (
  <dl className={styles['facts']}>
    <div>
      <dt>WBGT超過{hottest?.place != null && <span>{hottest.place}</span>}</dt>
      <dd>
        <strong>{hottest === null ? '―' : signed(hottest.excess)}</strong> {hottest !== null && '℃'}
      </dd>
    </div>
    <ArrowRightOutlined aria-hidden="true" />
    <div>
      <dt>休憩の目安</dt>
      <dd>{hottest === null ? '―' : <Due due={hottest.due} />}</dd>
    </div>
  </dl>
)

const sendAll = async (working: readonly ShownPerson[]) => {
  const rows = working.map(({ row }) => row)
  const groups = new Set(rows.map(({ groupId }) => groupId))
  const body = `${groups.size}グループの${rows.length}人を休憩中にします。\n本人へは、職長から声をかけてください。`
  if (groups.size > 1 && !(await confirm({ title: '全員の休憩', body, verb: '休憩させる' }))) return
  await sendToRest(rows)
}

/** What the heat of now calls for, and the one button that sends all who work to rest. */
export const RestCall = ({ hottest, working }: { readonly hottest: HottestWork | null; readonly working: readonly ShownPerson[] }) => (
  <section className={styles['call']} aria-label="休憩の目安">
    <Excess hottest={hottest} />
    <Button type="primary" block disabled={working.length === 0} onClick={() => void sendAll(working)}>
      {working.length === 0 ? '作業中の人はいません' : `全員（${working.length}人）を休憩させる`}
    </Button>
    <p>目安は、厚生労働省の手引き（暑さに慣れた人）によるものです。体調の悪い人は、時間によらず休ませてください。</p>
  </section>
)
