import { useRef, useState } from 'react'
import { newPicture, type ChosenPicture, type RowDraft } from './map-rows.ts'
import { readPicture } from './picture-check.ts'
import type { MapForm } from './use-map-form.ts'

/** A new drawing that is looked at, and whether it is still to be taken. */
type Looking = { readonly rowKey: string; readonly chosen: ChosenPicture; readonly isTaken: boolean }

/** The bytes of all new drawings, one row's left out. */
export const newSize = (rows: readonly RowDraft[], but?: string): number =>
  rows.reduce((sum, row) => sum + (row.key === but ? 0 : (newPicture(row)?.file.size ?? 0)), 0)

/** Takes files for drawings: those that replace one that devices stand on are looked at first. */
export const usePictureChoice = ({ rows, change }: Pick<MapForm, 'rows' | 'change'>) => {
  const [looking, setLooking] = useState<Looking>()
  const lastChoice = useRef(0)

  const choose = async (rowKey: string, file: File) => {
    lastChoice.current += 1
    const choice = lastChoice.current
    const read = await readPicture(file, newSize(rows, rowKey))
    // A large file may be read more slowly than the next one is chosen.
    if (choice !== lastChoice.current) return
    if (typeof read === 'string') return change(rowKey, { refused: { name: file.name, size: file.size, text: read } })
    const chosen = { ...read, file, storedAs: null }
    const row = rows.find(({ key }) => key === rowKey)
    if (row?.id != null && row.picture !== null) return setLooking({ rowKey, chosen, isTaken: false })
    change(rowKey, { chosen, refused: null })
  }
  const preview = (rowKey: string) => {
    const chosen = rows.find(({ key }) => key === rowKey)?.chosen ?? null
    if (chosen !== null) setLooking({ rowKey, chosen, isTaken: true })
  }
  const close = () => setLooking(undefined)
  const take = () => {
    if (looking !== undefined) change(looking.rowKey, { chosen: looking.chosen, refused: null })
    setLooking(undefined)
  }
  return { looking, choose, preview, close, take }
}
