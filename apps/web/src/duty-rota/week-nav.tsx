import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import type { DutyRota } from '@mimamori/contract/duty-rota'
import { dayAfter } from '@mimamori/contract/rota-pattern'
import { Button } from 'antd'
import { weekText } from './rota-words.ts'
import styles from './week-nav.module.css'

type Props = {
  readonly week: DutyRota['week']
  /** The day of now, YYYY-MM-DD. */
  readonly today: string
  /** The week of now is shown. */
  readonly isThisWeek: boolean
  /** Shows the week of a day; that of now where none is given. */
  readonly onChange: (day: string | undefined) => void
}

/** The week that is shown, the ones beside it, and the way back to that of now. */
export const WeekNav = ({ week, today, isThisWeek, onChange }: Props) => (
  <div className={styles['nav']} role="group" aria-label="見る週">
    <Button icon={<LeftOutlined />} aria-label="前の週" onClick={() => onChange(dayAfter(week.from, -7))} />
    <b className={styles['week']} role="status">
      {weekText(week, today)}
    </b>
    <Button icon={<RightOutlined />} aria-label="次の週" onClick={() => onChange(dayAfter(week.from, 7))} />
    <Button disabled={isThisWeek} onClick={() => onChange(undefined)}>
      今週
    </Button>
  </div>
)
