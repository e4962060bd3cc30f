import { dutyRota, type DutyRota } from '@mimamori/contract/duty-rota'
import { Button } from 'antd'
import { showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import styles from './next-week.module.css'
import { refreshRota } from './overrides-panel.tsx'
import { weekText } from './rota-words.ts'

type Props = {
  readonly rota: DutyRota
  readonly isThisWeek: boolean
  readonly mayPlan: boolean
  /** Shows the week of a day. */
  readonly onShow: (day: string) => void
}

/** Whether the week after the shown one is planned; where it is not, one click plans it like the shown one. */
export const NextWeek = ({ rota: { officeId, version, week, nextWeek }, isThisWeek, mayPlan, onShow }: Props) => {
  const copy = useSingleMutation({
    mutationFn: () => call(dutyRota.copy, { params: { officeId }, body: { version, from: week.from } }),
    onSuccess: () => {
      notify.success('並びを写しました。変わる日があれば、「担当を決める」で直してください。')
      onShow(nextWeek.from)
    },
    onError: (error) => void showFailure(error),
    onSettled: refreshRota,
  })
  return (
    <section className={styles['next']} aria-label="次の週">
      <b>{weekText(nextWeek)}</b>
      <div>
        <b>{nextWeek.isPlanned ? '決めてあります。' : 'まだ決めていません。'}</b>
        {!nextWeek.isPlanned && week.isPlanned && <p>決めるまでは、職長・拠点管理者などの役割の順に知らせます。</p>}
      </div>
      {nextWeek.isPlanned ? (
        <Button onClick={() => onShow(nextWeek.from)}>次の週を見る</Button>
      ) : (
        mayPlan &&
        week.isPlanned && (
          <Button loading={copy.isPending} onClick={() => copy.mutate()}>
            {isThisWeek ? '今週' : 'この週'}の並びを写す
          </Button>
        )
      )}
    </section>
  )
}
