import type { HeardElsewhere } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../kit/banner.tsx'
import { Ago } from '../marks/ago.tsx'
import { queryOf } from '../platform/query.ts'
import styles from './heard-elsewhere.module.css'

const shownAtOnce = 5
const refetchInterval = 60_000

const Line = ({ row }: { readonly row: HeardElsewhere }) => (
  <li>
    <span className="id">{row.serialNumber}</span>（{row.officeName}の機器）を{row.receivingOfficeName}で受信 <Ago at={row.lastAt} />
  </li>
)

/** Devices that another site of the company received, said in the device lists of both sites; nothing where there are none. */
export const HeardElsewhereNotice = ({ officeId }: { readonly officeId: number | undefined }) => {
  const { data } = useQuery({ ...queryOf(endpoints.device.heardElsewhere, { query: { officeId } }), refetchInterval })
  if (data === undefined || data.count === 0) return null
  const others = data.count - shownAtOnce
  return (
    <div className={styles['notice']}>
      <Banner kind="prompt">
        ほかの拠点で受信した機器があります。値と呼び出しは、機器の拠点で判定しています。移って使うときは、機器の拠点で「移す」を選んでください。
        <ul className={styles['devices']}>
          {data.data.slice(0, shownAtOnce).map((row) => (
            <Line key={`${row.serialNumber}/${row.officeId}/${row.receivingOfficeId}`} row={row} />
          ))}
          {others > 0 && <li>ほか{others}台</li>}
        </ul>
      </Banner>
    </div>
  )
}
