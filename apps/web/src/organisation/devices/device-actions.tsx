import { RemoveButton } from '../../kit/row-actions.tsx'
import type { ReactNode } from 'react'
import { removalWords, type DeviceAttachments } from './device-attachments.ts'
import { MoveButton } from './move-dialog.tsx'

type DeviceActionsProps = {
  readonly serial: string
  /** Where it is. */
  readonly office: { readonly officeId: number; readonly officeName: string }
  /** The way to its own screen. */
  readonly edit: ReactNode
  readonly attachments: DeviceAttachments
  readonly move: (to: { readonly officeId: number; readonly fromOfficeId: number }) => Promise<unknown>
  readonly remove: () => Promise<unknown>
  /** Paths whose lists show the device, its own first, or what was linked with it. */
  readonly listPaths: readonly [string, ...string[]]
}

/** What can be done with a device of any kind: its screen, another office, deletion, both with what is linked to it. */
export const DeviceActions = ({ serial, office, edit, attachments, move, remove, listPaths }: DeviceActionsProps) => (
  <>
    {edit}
    <MoveButton name={serial} office={office} attachments={attachments} move={move} listPaths={listPaths} />
    <RemoveButton name={serial} consequence={removalWords(attachments)} listPath={listPaths[0]} remove={remove} />
  </>
)
