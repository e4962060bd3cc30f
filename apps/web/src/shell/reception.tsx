import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import CloudOutlined from '@ant-design/icons-svg/es/asn/CloudOutlined'
import { useNow } from '../platform/clock.ts'
import { useOnline } from '../kit/use-online.ts'
import { useLive, useLiveState } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { receptionState } from '../marks/reception-state.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './reception.module.css'

const summary = queryOf(endpoints.healthCondition.summary, {})

/** 受信中 with the last reception, or the word that nothing comes in any more, or that the console is cut off. */
export const Reception = () => {
  const client = useQueryClient()
  const { data } = useQuery({ ...summary, refetchInterval: 60_000 })
  useLive(true, {
    ping: ({ lastReceivedAt }) =>
      client.setQueryData(summary.queryKey, (old) => (old === undefined || lastReceivedAt === null ? old : { ...old, lastReceivedAt })),
  })
  const online = useOnline()
  const line = useLiveState()
  const state = receptionState(data?.lastReceivedAt, useNow(5_000), !online || line === 'down' || line === 'away')
  switch (state.kind) {
    case 'unknown':
      return null
    case 'receiving':
      return (
        <p className={styles['reception']}>
          <span className={styles['dot']} aria-hidden="true" />
          受信中<span className={styles['last']}>最終受信 {state.last}</span>
        </p>
      )
    case 'cut':
      return (
        <p className={styles['reception']} role="status">
          <SvgIcon icon={CloudOutlined} />
          <strong>通信なし</strong>
          {state.last !== null && <span className={styles['last']}>最終受信 {state.last}。その後はわかりません。</span>}
        </p>
      )
    case 'stopped':
      return (
        <p className={styles['reception']} role="status">
          <SvgIcon icon={CloudOutlined} />
          <strong>受信停止</strong>
          <span className={styles['last']}>
            {state.since === null ? '現場のデータがまだ届いていません。' : `${state.since} から現場のデータが届いていません。`}
          </span>
        </p>
      )
  }
}
