import { PasswordAgain } from '@mimamori/contract/second-factor'
import { PasswordField } from '../kit/form/password-field.tsx'
import { DraftDialog } from './draft-dialog.tsx'

type AgainProps = {
  readonly title: string
  readonly verb: string
  readonly note: string
  readonly act: (password: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the password before something is taken away or made anew. */
export const PasswordDialog = ({ title, verb, note, act, onClose }: AgainProps) => (
  <DraftDialog
    id="own-password"
    resource="secondFactor"
    schema={PasswordAgain}
    initial={{ password: '' }}
    title={title}
    verb={verb}
    save={({ password }) => act(password)}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>{note}</p>
        <PasswordField form={form} name="password" autoComplete="current-password" hint="いまのパスワード。本人の確認のためです。" />
      </>
    )}
  </DraftDialog>
)
