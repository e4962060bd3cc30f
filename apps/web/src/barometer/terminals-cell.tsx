import type { Barometer } from '@mimamori/contract/barometer'
import { Button } from 'antd'
import { useState } from 'react'
import styles from './columns.module.css'
import { TerminalsDialog } from './terminals-dialog.tsx'

/** How many terminals are linked to a barometer, and the way to link others. */
export const TerminalsCell = ({ row }: { readonly row: Barometer }) => {
  const [open, setOpen] = useState(false)
  return (
    <span className={styles['linked']}>
      <span className={styles['count']}>{row.countDevice}台</span>
      <Button size="small" aria-label={`${row.id}につながる端末を登録`} onClick={() => setOpen(true)}>
        機器登録
      </Button>
      {open && <TerminalsDialog barometer={row} onClose={() => setOpen(false)} />}
    </span>
  )
}
