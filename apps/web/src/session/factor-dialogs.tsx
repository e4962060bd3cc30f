import { PasskeyDraft, PasswordAgain, secondFactor } from '@mimamori/contract/second-factor'
import { PasswordField } from '../kit/form/password-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { DraftDialog } from '../organisation/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { makePasskey } from './passkey.ts'

const again = 'いまのパスワード。本人の確認のためです。'

type PasskeyProps = { readonly onDone: (codes: readonly string[] | null) => void; readonly onClose: () => void }

/** Makes a passkey on this device, or on one beside it. */
export const PasskeyDialog = ({ onDone, onClose }: PasskeyProps) => (
  <DraftDialog
    id="passkey"
    resource="secondFactor"
    schema={PasskeyDraft}
    initial={{ name: '', password: '' }}
    title="パスキーの登録"
    verb="次へ"
    save={async (body) => {
      const { request } = await call(secondFactor.startPasskey, { body })
      const passkey = { ...(await makePasskey(request)) }
      onDone((await call(secondFactor.confirmPasskey, { body: { passkey } })).recoveryCodes)
    }}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextField form={form} name="name" placeholder="例 事務所のパソコン" hint="50文字まで。どの端末かが分かる名前" />
        <PasswordField form={form} name="password" autoComplete="current-password" hint={again} />
      </>
    )}
  </DraftDialog>
)

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
    id="factor-password"
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
        <PasswordField form={form} name="password" autoComplete="current-password" hint={again} />
      </>
    )}
  </DraftDialog>
)
