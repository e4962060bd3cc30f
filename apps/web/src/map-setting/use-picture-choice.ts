import { useRef, useState } from 'react'
import { newPicture, type ChosenPicture, type RowDraft } from './map-rows.ts'
import { readPicture } from './picture-check.ts'
import type { MapForm } from './use-map-form.ts'

/** A new drawing that is looked at, and whether it is still to be taken. */
type Looking = { readonly rowKey: string; readonly chosen: ChosenPicture; readonly isTaken: boolean }

/** The bytes of all new drawings, one row's left out. */
export const newSize = (rows: readonly RowDraft[], but?: string): number =>
  rows.reduce((sum, row) => sum + (row.key === but ? 0 : (newPicture(row)?.file.size ?? 0)), 0)

/** Takes files for drawings: a preview comes first if it replaces a drawing with devices on it. */
export const usePictureChoice = ({ rows, change }: Pick<MapForm, 'rows' | 'change'>) => {
  // Files of several rows may be read at once: who looks at one finds the next one behind it.
  const [waiting, setWaiting] = useState<readonly Looking[]>([])
  const looking = waiting.find(({ rowKey }) => rows.some(({ key }) => key === rowKey))
  const choices = useRef(new Map<string, number>())

  const choose = async (rowKey: string, file: File) => {
    const choice = (choices.current.get(rowKey) ?? 0) + 1
    choices.current.set(rowKey, choice)
    const read = await readPicture(file, newSize(rows, rowKey))
    // A large file may be read more slowly than the row's next one is chosen.
    if (choice !== choices.current.get(rowKey)) return
    if (typeof read === 'string') return change(rowKey, { refused: { name: file.name, size: file.size, text: read } })
    const chosen = { ...read, file, storedAs: null }
    const row = rows.find(({ key }) => key === rowKey)
    if (row?.id != null && row.picture !== null) return setWaiting((others) => [...others, { rowKey, chosen, isTaken: false }])
    change(rowKey, { chosen, refused: null })
  }
  const preview = (rowKey: string) => {
    const chosen = rows.find(({ key }) => key === rowKey)?.chosen ?? null
    if (chosen !== null) setWaiting((others) => [...others, { rowKey, chosen, isTaken: true }])
  }
  const close = () => setWaiting((others) => others.filter((other) => other !== looking))
  const take = () => {
    if (looking !== undefined) change(looking.rowKey, { chosen: looking.chosen, refused: null })
    close()
  }
  return { looking, choose, preview, close, take }
}
