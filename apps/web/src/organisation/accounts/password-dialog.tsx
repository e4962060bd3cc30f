import { PasswordAgain } from '@mimamori/contract/second-factor'
import type { ReactNode } from 'react'
import { DraftDialog, DraftNote } from '../panels/draft-dialog.tsx'
import { OwnPasswordField, ownPasswordFaults } from './own-password.tsx'

type AgainProps = {
  readonly title: ReactNode
  readonly verb: ReactNode
  readonly note: ReactNode
  readonly act: (password: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the password before something is taken away or made again. */
export const PasswordDialog = ({ title, verb, note, act, onClose }: AgainProps) => (
  <DraftDialog
    id="own-password"
    resource="secondFactor"
    schema={PasswordAgain}
    initial={{ password: '' }}
    title={title}
    verb={verb}
    save={({ password }) => act(password)}
    faultsOf={ownPasswordFaults}
    onClose={onClose}
  >
    {(form) => (
      <>
        <DraftNote>{note}</DraftNote>
        <OwnPasswordField form={form} />
      </>
    )}
  </DraftDialog>
)
