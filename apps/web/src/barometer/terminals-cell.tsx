import type { Barometer } from '@mimamori/contract/barometer'
import { Button } from 'antd'
import { useOpener } from '../kit/use-opener.ts'
import styles from './columns.module.css'
import { HeightsDialog } from './heights-dialog.tsx'
import { TerminalsDialog } from './terminals-dialog.tsx'

/** How many terminals are linked to a barometer, and the ways to link others and to zero their heights. */
export const TerminalsCell = ({ row }: { readonly row: Barometer }) => {
  const terminals = useOpener()
  const heights = useOpener()
  return (
    <span className={styles['linked']}>
      <span className={styles['count']}>{row.countDevice}台</span>
      <Button size="small" aria-label={`${row.id}につながる端末を登録`} onClick={terminals.open}>
        機器登録
      </Button>
      {row.countDevice > 0 && (
        <Button size="small" aria-label={`${row.id}からの高さを合わせる`} onClick={heights.open}>
          高さ合わせ
        </Button>
      )}
      {terminals.isOpen && <TerminalsDialog barometer={row} onClose={terminals.close} />}
      {heights.isOpen && <HeightsDialog barometer={row} onClose={heights.close} />}
    </span>
  )
}
